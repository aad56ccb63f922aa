/**
 * Arrows between the same two states, gathered to be drawn as one: by event, and where one
 * event has several ways, what they share is told once. Owns the gathering, not the words.
 */
import type { Condition } from '../condition.ts';
import type { Chart, ChartArrow, ChartRegion } from './chart.ts';
import { conditionsToSay } from './words.ts';

/** One transition's part in a label: what it asks beyond the rest of its event's. */
export interface Way {
  readonly arrow: ChartArrow;
  readonly asks: readonly Condition[];
}

export interface Cause {
  /** Null: as soon as its conditions hold. */
  readonly event: string | null;
  /** What every way asks; empty where there is one way only. */
  readonly shared: readonly Condition[];
  readonly ways: readonly Way[];
}

export interface Bundle {
  readonly from: string;
  readonly to: string;
  /** What happens inside a state is listed there; what leaves it and comes back is an arrow. */
  readonly stays: boolean;
  readonly causes: readonly Cause[];
}

export const bundlesOf = (chart: Chart, region: ChartRegion): Bundle[] =>
  groupedBy(region.arrows, ({ from, to, stays }) => [from, to, stays].join(' ')).map((arrows) => ({
    from: arrows[0].from,
    to: arrows[0].to,
    stays: arrows[0].stays,
    causes: groupedBy(arrows, ({ event }) => event).map((ofOne) =>
      causeOf(
        ofOne[0].event,
        ofOne.map((arrow) => ({ arrow, asks: conditionsToSay(chart, region, arrow) })),
      ),
    ),
  }));

const causeOf = (event: string | null, ways: readonly Way[]): Cause => {
  const [first, ...others] = ways;
  if (first === undefined || others.length === 0) return { event, shared: [], ways };
  const shared = first.asks.filter(({ name }) => others.every(({ asks }) => hasName(asks, name)));
  return {
    event,
    shared,
    ways: ways.map(({ arrow, asks }) => ({
      arrow,
      asks: asks.filter(({ name }) => !hasName(shared, name)),
    })),
  };
};

const hasName = (conditions: readonly Condition[], name: string): boolean =>
  conditions.some((condition) => condition.name === name);

/** Groups in the order of their first members; none is empty. */
const groupedBy = <T>(items: readonly T[], keyOf: (item: T) => unknown): [T, ...T[]][] => {
  const groups = new Map<unknown, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
};
