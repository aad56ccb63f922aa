/**
 * What became of every event in every status, gathered from an exploration. Owns the gathering;
 * knows no way of printing it.
 */
import { holds, isPlace, type Condition } from '../condition.ts';
import type { Exploration } from '../explore.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { SINGLE_REGION, type Regions } from '../regions.ts';
import { read, type Evidence, type State } from '../step.ts';
import type { ChartArrow } from './chart.ts';
import { takenArrow } from './taken-arrow.ts';

/** One way in which an event was accepted. */
export interface Move {
  readonly next: string;
  /** What must hold, but for what always holds in this status. */
  readonly conditions: readonly Condition[];
  /** Where the regions that follow were moved to, as seen. */
  readonly follows: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Cell {
  readonly moves: readonly Move[];
  /** The reasons seen, in the order in which they were. */
  readonly refusals: ReadonlySet<string>;
}

export interface TransitionTable {
  /** In the order of their declaration; without the creating event. */
  readonly events: readonly string[];
  /** Those whose acceptance ever changes the status. */
  readonly core: readonly string[];
  cell(status: string, event: string): Cell;
}

export const transitionTable = (
  lifecycle: Lifecycle,
  { states, tried }: Exploration,
): TransitionTable => {
  const cells = new Map<string, CellDraft>();
  const taken = takenArrow(lifecycle);
  const goesWithoutSaying = placesOf(lifecycle, states);
  for (const { from, fact, verdict } of tried) {
    const before = states.get(from);
    if (before === undefined) continue;
    const { status } = read(lifecycle, before);
    const key = cellKey(status, fact.type);
    const cell = cells.get(key) ?? new CellDraft(lifecycle, status, goesWithoutSaying);
    cells.set(key, cell);
    if (verdict.refused) cell.refusals.add(verdict.reason);
    else cell.note(taken(before, fact), verdict.evidence);
  }
  const events = Object.keys(lifecycle.events).filter((type) => type !== lifecycle.creation.event);
  const cell = (status: string, event: string): Cell =>
    cells.get(cellKey(status, event)) ?? { moves: [], refusals: new Set() };
  const changes = (event: string): boolean =>
    lifecycle.statuses.some((status) =>
      cell(status, event).moves.some(({ next }) => next !== status),
    );
  return { events, core: events.filter(changes), cell };
};

const cellKey = (status: string, event: string): string => `${status} ${event}`;

type GoesWithoutSaying = (status: string, condition: Condition) => boolean;

interface MoveDraft extends Move {
  readonly follows: Map<string, Set<string>>;
}

class CellDraft implements Cell {
  readonly refusals = new Set<string>();
  readonly #moves = new Map<string, MoveDraft>();
  readonly #decider: string;
  readonly #asks: (condition: Condition) => boolean;

  constructor(lifecycle: Lifecycle, status: string, goesWithoutSaying: GoesWithoutSaying) {
    this.#decider = lifecycle.decidingRegion ?? SINGLE_REGION;
    this.#asks = (condition) => !goesWithoutSaying(status, condition);
  }

  get moves(): readonly Move[] {
    return [...this.#moves.values()];
  }

  note(arrow: ChartArrow | undefined, evidence: Evidence): void {
    const { nextStatus: next, previousRegions, nextRegions } = evidence;
    const key = `${next} ${arrow?.id ?? ''}`;
    const conditions = (arrow?.conditions ?? []).filter(this.#asks);
    const move: MoveDraft = this.#moves.get(key) ?? { next, conditions, follows: new Map() };
    this.#moves.set(key, move);
    for (const [region, at] of changed(previousRegions ?? {}, nextRegions))
      if (region !== this.#decider) {
        const seen = move.follows.get(region) ?? new Set<string>();
        move.follows.set(region, seen.add(at));
      }
  }
}

const changed = (before: Regions, after: Regions): [region: string, at: string][] =>
  Object.entries(after).filter(([region, at]) => before[region] !== at);

/** True for a condition on a place that holds in every state of a status, and so says nothing there. */
const placesOf = (lifecycle: Lifecycle, states: ReadonlyMap<string, State>): GoesWithoutSaying => {
  const readings = [...states.values()].map((state) => read(lifecycle, state));
  const known = new Map<string, boolean>();
  return (status, condition) => {
    if (!isPlace(condition.test)) return false;
    const key = `${status} ${condition.name}`;
    const answer =
      known.get(key) ??
      readings
        .filter((reading) => reading.status === status)
        .every(({ regions }) => holds(condition, { context: null, event: null }, regions));
    known.set(key, answer);
    return answer;
  };
};
