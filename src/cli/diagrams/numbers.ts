/** How much of a lifecycle its cases reach, in numbers, for each creation case. Owns the counting. */
import { explore, type Exploration } from '../../kernel/explore.ts';
import type { Lifecycle } from '../../kernel/lifecycle.ts';

export interface Numbers {
  readonly creation: string;
  readonly exploration: Exploration;
  readonly states: number;
  /** Pairs of a state and an event case. */
  readonly tried: number;
  readonly declared: number;
  readonly accepted: number;
  /** Pairs of two accepted events of which one follows the other. */
  readonly edgePairs: number;
}

export const numbersOf = (lifecycle: Lifecycle): Numbers[] =>
  lifecycle.cases.creations.map((creation) => {
    const cases = { ...lifecycle.cases, creations: [creation] };
    const exploration = explore({ ...lifecycle, cases });
    const { states, tried } = exploration;
    const accepted = tried.filter(({ to }) => to !== null);
    const outOf = new Map<string, number>();
    for (const { from } of accepted) outOf.set(from, (outOf.get(from) ?? 0) + 1);
    const edgePairs = accepted.reduce((sum, { to }) => sum + (outOf.get(to ?? '') ?? 0), 0);
    return {
      creation: creation.name,
      exploration,
      states: states.size,
      tried: tried.length,
      declared: states.size * cases.events.length,
      accepted: accepted.length,
      edgePairs,
    };
  });
