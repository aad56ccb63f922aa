/**
 * One row of a transition table as the specification prints it, and the order in
 * which its questions are asked (semantics §3.2). Owns the form of the judge's
 * tables. Knows no lifecycle, no XState and nothing of the kernel but its types.
 */
import type { JsonObject } from '../../../src/kernel/json.ts';

/** A state as plain data: what a person would write on paper. */
export interface PlainState<C = JsonObject> {
  readonly status: string;
  readonly regions: Readonly<Record<string, string>>;
  readonly context: C;
}

export interface PlainEvent {
  readonly type: string;
  readonly payload: JsonObject;
}

export type Judgement<C = JsonObject> =
  | { readonly accepted: true; readonly next: PlainState<C>; readonly evidence: JsonObject }
  | { readonly accepted: false; readonly reason: string };

/** All that a rule may look at. */
export interface Facts<C, P> {
  readonly context: C;
  readonly regions: Readonly<Record<string, string>>;
  readonly payload: P;
}

/** A condition of a row with the refusal it gives when it does not hold. */
export interface Rule<C, P> {
  readonly refusal: string;
  readonly holds: (facts: Facts<C, P>) => boolean;
}

/** A row without its event. */
export interface Cells<C, P> {
  readonly from: readonly string[];
  /** The region column: where it does not hold the event has no place. */
  readonly place?: Readonly<Record<string, readonly string[]>>;
  /** Asked from left to right. */
  readonly conditions?: readonly Rule<C, P>[];
  readonly to: string;
  /** The regions that change. */
  readonly regions: (payload: P) => Readonly<Record<string, string>>;
  /** The fields that change. */
  readonly changes?: (payload: P, context: C) => Partial<C>;
  readonly evidence?: JsonObject;
}

export interface Row<C, P> extends Cells<C, P> {
  readonly event: string;
}

/** A table: rows of any payload, since each row's event says which it is. */
export interface Table<C> {
  readonly finals: readonly string[];
  readonly rows: readonly Row<C, never>[];
}

/** In `to`: the status does not change. */
export const SAME = 'same';

/** The row that counts for a type of event here, whatever the payload. */
export const rowFor = <C>(
  { finals, rows }: Table<C>,
  { status, regions }: PlainState<unknown>,
  type: string,
): Row<C, never> | undefined =>
  finals.includes(status)
    ? undefined
    : rows.find(
        ({ from, event, place = {} }) =>
          event === type &&
          from.includes(status) &&
          Object.entries(place).every(([region, states]) => states.includes(regions[region] ?? '')),
      );

export const judgeBy = <C>(
  table: Table<C>,
  state: PlainState<C>,
  event: PlainEvent,
): Judgement<C> => {
  if (table.finals.includes(state.status)) return { accepted: false, reason: 'TERMINAL_STATE' };
  const row = rowFor(table, state, event.type);
  if (row === undefined) return { accepted: false, reason: 'ILLEGAL_TRANSITION' };
  const payload = event.payload as never;
  const { context, regions } = state;
  const failing = row.conditions?.find(({ holds }) => !holds({ context, regions, payload }));
  if (failing !== undefined) return { accepted: false, reason: failing.refusal };
  const next = {
    status: row.to === SAME ? state.status : row.to,
    regions: { ...regions, ...row.regions(payload) },
    context: { ...context, ...row.changes?.(payload, context) },
  };
  return { accepted: true, next, evidence: row.evidence ?? {} };
};
