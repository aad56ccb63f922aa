/** Which arrow of the deciding region XState chooses for a fact in a state. Owns this one question. */
import type { Fact, Lifecycle } from '../lifecycle.ts';
import { eventOf } from '../machine.ts';
import type { State } from '../step.ts';
import { arrowIds } from './arrow-ids.ts';
import { chartOf, type ChartArrow } from './chart.ts';

export type TakenArrow = (before: State, fact: Fact) => ChartArrow | undefined;

/** For a fact that is accepted; undefined for one that is not. */
export const takenArrow = (lifecycle: Lifecycle): TakenArrow => {
  const ids = arrowIds(lifecycle.machine);
  const arrows = new Map(
    chartOf(lifecycle)
      .regions.filter(({ decides }) => decides)
      .flatMap((region) => region.arrows.map((arrow) => [arrow.id, arrow] as const)),
  );
  return (before, fact) =>
    lifecycle.machine
      .getTransitionData(before.machine, eventOf(fact))
      .map((transition) => arrows.get(ids.get(transition) ?? ''))
      .find((arrow) => arrow !== undefined);
};
