/**
 * The ids of a machine's transitions, which stay while the machine does: where, on what, and the
 * how manieth of its kind there. Owns the ids of states and transitions.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { arrowsOn, nodesOf, type Arrow } from '../lint/drawing.ts';
import { SINGLE_REGION } from '../regions.ts';

/** In a machine with regions, what is written on the machine itself belongs to every region's states. */
const ANYWHERE = '*';

/** `lifecycle.running`; of a region its name; of a machine with regions nothing. */
export const stateIdOf = (node: AnyStateNode): string =>
  (node.machine.root.type === 'parallel' ? node.path : [SINGLE_REGION, ...node.path]).join('.');

export interface NamedArrow {
  /** `lifecycle.running/TaskCompleted/1` */
  readonly id: string;
  readonly arrow: Arrow;
}

export const namedArrowsOn = (node: AnyStateNode): NamedArrow[] => {
  const counts = new Map<string, number>();
  const own = stateIdOf(node);
  return arrowsOn(node).map((arrow) => {
    const kind = arrow.type ?? 'always';
    const nth = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, nth);
    return { id: [own === '' ? ANYWHERE : own, kind, nth].join('/'), arrow };
  });
};

/** By the transition that XState chooses. */
export const arrowIds = (machine: AnyStateMachine): ReadonlyMap<AnyTransitionDefinition, string> =>
  new Map(
    nodesOf(machine)
      .flatMap(namedArrowsOn)
      .map(({ id, arrow }) => [arrow.transition, id]),
  );
