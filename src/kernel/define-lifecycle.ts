/**
 * How a lifecycle is written down: typed by its own context, with everything left out
 * that follows from the rest. The contract the service works with is `Lifecycle`.
 */
import type { AnyStateMachine } from 'xstate';
import type { Condition } from './condition.ts';
import type { JsonObject } from './json.ts';
import type { Creation, Fact, Lifecycle, Reading } from './lifecycle.ts';
import { camelCase } from './names.ts';
import { SINGLE_REGION, type Regions } from './regions.ts';

type Derived =
  | 'creation'
  | 'events'
  | 'version'
  | 'collection'
  | 'idField'
  | 'conditions'
  | 'statuses'
  | 'status'
  | 'decidedOn'
  | 'invariants'
  | 'view'
  | 'evidence'
  | 'tellChange';

type CreationDraft = Omit<Creation, 'beside' | 'decide'> &
  Partial<Pick<Creation, 'beside' | 'decide'>>;

export interface LifecycleDraft<C, E> extends Omit<Lifecycle, Derived> {
  /** The event's payload is the input, all of it in the machine's input, unless it says otherwise. */
  readonly creation: CreationDraft;
  /** The creating event may be left out: its payload is the creation's input then. */
  readonly events: Lifecycle['events'];
  /** 1 if left out. */
  readonly version?: number;
  /** The name with an `s`. */
  readonly collection?: string;
  /** The name in camelCase, with `Id`. */
  readonly idField?: string;
  /** None: a machine without guards. */
  readonly conditions?: Readonly<Record<string, readonly Condition<C, E>[]>>;
  /** The states of the deciding region. */
  readonly statuses?: readonly string[];
  /** Where the deciding region is. */
  readonly status?: (regions: Regions) => string;
  /** The version. */
  readonly decidedOn?: 'version' | 'status';
  readonly invariants?: readonly {
    readonly name: string;
    readonly holds: (reading: Reading<C>) => boolean;
  }[];
  /** The whole context. */
  readonly view?: (context: C) => JsonObject;
  readonly evidence?: (before: Reading<C>, fact: Fact) => JsonObject;
  readonly tellChange?: (context: C, status: string) => string;
}

const statesOf = (machine: AnyStateMachine, region: string | undefined): string[] =>
  Object.keys(
    (region === undefined ? machine.root.states : machine.root.states[region]?.states) ?? {},
  );

export const defineLifecycle = <C, E = never>(draft: LifecycleDraft<C, E>): Lifecycle => {
  const { name, machine, decidingRegion, evidence, tellChange, view } = draft;
  // The service reads a context as JSON; a lifecycle reads it as its own type.
  const own = (context: JsonObject): C => context as unknown as C;
  const reading = (read: Reading): Reading<C> => ({ ...read, context: own(read.context) });
  const creation: Creation = { beside: [], decide: (input) => input, ...draft.creation };
  const created = { says: creation.says, payload: creation.input };
  return {
    ...draft,
    creation,
    events: { [creation.event]: created, ...draft.events },
    version: draft.version ?? 1,
    collection: draft.collection ?? `${name}s`,
    idField: draft.idField ?? `${camelCase(name)}Id`,
    conditions: (draft.conditions ?? {}) as Lifecycle['conditions'],
    statuses: draft.statuses ?? statesOf(machine, decidingRegion),
    status: draft.status ?? ((at) => at[decidingRegion ?? SINGLE_REGION] ?? ''),
    decidedOn: draft.decidedOn ?? 'version',
    invariants: (draft.invariants ?? []).map((invariant) => ({
      name: invariant.name,
      holds: (read) => invariant.holds(reading(read)),
    })),
    view: (context) => (view === undefined ? context : view(own(context))),
    evidence: (before, fact) => evidence?.(reading(before), fact) ?? {},
    tellChange: (context, status) => tellChange?.(own(context), status) ?? `it is now ${status}`,
  };
};
