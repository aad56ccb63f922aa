/**
 * Rules `refusal-moves`, `acceptance-idle`, `guard-differs`: the kernel refuses by conditions,
 * XState moves by guards, and they must be one rule book. If the deciding region refuses, no
 * region may have an enabled transition; if it accepts, one of the enabled must be its own.
 */
import type { AnyTransitionDefinition } from 'xstate';
import { holds } from '../condition.ts';
import type { Exploration, Tried } from '../explore.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { eventOf, guardName, regions } from '../machine.ts';
import type { State } from '../step.ts';
import { isDeciding, whereIs } from './drawing.ts';
import type { Finding } from './finding.ts';
import { isBroken } from './invariants.ts';
import { amongTried, type Fault } from './tried-cases.ts';

export const agreement = (lifecycle: Lifecycle, exploration: Exploration): Finding[] =>
  amongTried(lifecycle, exploration, (tried, from) => {
    if (isBroken(tried.verdict)) return null;
    const enabled = enabledFor(lifecycle, tried, from);
    if (typeof enabled === 'string') return { rule: 'throws', says: `throws: ${enabled}` };
    return tried.verdict.refused
      ? whenRefused(tried.verdict.reason, enabled)
      : whenAccepted(lifecycle, tried, from, enabled);
  });

/** XState's choice, which asks the guards of every region; or the words of the error one of them throws. */
const enabledFor = (
  { machine }: Lifecycle,
  { fact }: Tried,
  from: State,
): readonly AnyTransitionDefinition[] | string => {
  try {
    return machine.getTransitionData(from.machine, eventOf(fact));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const whenRefused = (reason: string, [moving]: readonly AnyTransitionDefinition[]): Fault | null =>
  moving === undefined
    ? null
    : {
        rule: 'refusal-moves',
        says: `is refused (${reason}), but a transition of ${whereIs(moving.source)} is enabled`,
      };

const whenAccepted = (
  lifecycle: Lifecycle,
  { fact }: Tried,
  from: State,
  enabled: readonly AnyTransitionDefinition[],
): Fault | null => {
  if (!enabled.some(({ source }) => isDeciding(lifecycle.decidingRegion, source)))
    return {
      rule: 'acceptance-idle',
      says: 'is accepted, but no transition of the deciding region is enabled',
    };
  const at = regions(lifecycle, from.machine);
  const situation = { context: from.machine.context as unknown, event: eventOf(fact) };
  for (const transition of enabled) {
    const guard = guardName(transition) ?? '';
    const conditions = Object.hasOwn(lifecycle.conditions, guard)
      ? (lifecycle.conditions[guard] ?? [])
      : [];
    const failing = conditions.find((condition) => !holds(condition, situation, at));
    if (failing !== undefined)
      return {
        rule: 'guard-differs',
        says: `passes guard "${guard}", although its condition "${failing.name}" does not hold`,
      };
  }
  return null;
};
