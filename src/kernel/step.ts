/**
 * The one rule by which history grows: `step(state, event)` answers with the next
 * state and its evidence, or with a refusal. Pure. The order of its questions is the
 * order in which refusals are given, so one event in one state has one answer.
 */
import { decidesCandidacy, holds, type Condition } from './condition.ts';
import type { JsonObject } from './json.ts';
import type { Fact, Lifecycle, Reading } from './lifecycle.ts';
import {
  eventOf,
  guardName,
  hasEnded,
  initial,
  next,
  regions,
  transitionsFor,
  type MachineState,
} from './machine.ts';
import { refuse, refuseAs, type Refusal } from './refusal.ts';
import type { Regions } from './regions.ts';

/** An instance after its event number `version`. */
export interface State {
  readonly instanceId: string;
  readonly version: number;
  readonly machine: MachineState;
}

/** A fact with its place in one history. */
export interface SequencedFact extends Fact {
  readonly instanceId: string;
  readonly sequence: number;
}

export interface Evidence {
  readonly previousStatus: string | null;
  readonly nextStatus: string;
  readonly previousRegions: Regions | null;
  readonly nextRegions: Regions;
  readonly extra: JsonObject;
}

export interface Accepted {
  readonly refused: false;
  readonly state: State;
  readonly evidence: Evidence;
}

export type Verdict = Accepted | Refusal;

export const read = (lifecycle: Lifecycle, state: State): Reading => {
  const at = regions(lifecycle, state.machine);
  return {
    instanceId: state.instanceId,
    version: state.version,
    status: lifecycle.status(at),
    regions: at,
    context: state.machine.context as JsonObject,
  };
};

/** Event 0: the state that a creating event gives. */
export const create = (lifecycle: Lifecycle, fact: SequencedFact): Verdict => {
  if (fact.sequence !== 0 || fact.type !== lifecycle.creation.event)
    return refuseAs('ILLEGAL_TRANSITION', 'A history begins with its creating event.');
  const state = {
    instanceId: fact.instanceId,
    version: 0,
    machine: initial(lifecycle, fact.payload),
  };
  return accept(lifecycle, null, state, fact);
};

export const step = (lifecycle: Lifecycle, state: State, fact: SequencedFact): Verdict => {
  if (fact.instanceId !== state.instanceId) return refuseAs('INSTANCE_ID_MISMATCH');
  if (fact.sequence <= state.version) return refuseAs('DUPLICATE_OR_OLD_SEQUENCE');
  if (fact.sequence > state.version + 1)
    return refuseAs('SEQUENCE_GAP', `Event ${state.version + 1} is the next one.`);
  const refusal = findRefusal(lifecycle, state, fact);
  if (refusal !== null) return refusal;
  const after = {
    instanceId: state.instanceId,
    version: fact.sequence,
    machine: next(lifecycle, state.machine, fact),
  };
  return accept(lifecycle, state, after, fact);
};

/** The refusal of a fact whose place in history is right, or null if a transition is enabled. */
const findRefusal = (lifecycle: Lifecycle, state: State, fact: Fact): Refusal | null => {
  if (hasEnded(lifecycle, state.machine)) return refuseAs('TERMINAL_STATE');
  const at = regions(lifecycle, state.machine);
  const situation = { context: state.machine.context as unknown, event: eventOf(fact) };
  let first: Condition | undefined;
  for (const conditions of candidates(lifecycle, state.machine, fact.type, at)) {
    const failing = conditions.find((condition) => !holds(condition, situation, at));
    if (failing === undefined) return null;
    first ??= failing;
  }
  return first === undefined
    ? refuse(
        'ILLEGAL_TRANSITION',
        `${fact.type} has no place while ${Object.values(at).join(', ')}.`,
      )
    : refuse(first.refusal, `It is not true that ${first.says}.`);
};

/** The conditions of each transition that counts: those whose place is right. */
const candidates = (
  lifecycle: Lifecycle,
  machine: MachineState,
  type: string,
  at: Regions,
): (readonly Condition[])[] =>
  transitionsFor(lifecycle, machine, type)
    .map((transition) => {
      const guard = guardName(transition);
      return guard === undefined ? [] : (lifecycle.conditions[guard] ?? []);
    })
    .filter((conditions) =>
      conditions
        .filter(decidesCandidacy)
        .every((condition) => holds(condition, { context: null, event: null }, at)),
    );

/** True if an event of this type has a place here, whatever its payload. */
export const hasPlace = (lifecycle: Lifecycle, state: State, type: string): boolean =>
  !hasEnded(lifecycle, state.machine) &&
  candidates(lifecycle, state.machine, type, regions(lifecycle, state.machine)).length > 0;

/** Where the regions are decides what has a place, so each combination is worked out once. */
const knownAllowed = new WeakMap<Lifecycle, Map<string, readonly string[]>>();

/** The types of command that may be sent now. */
export const allowed = (lifecycle: Lifecycle, state: State): string[] => {
  const known = knownAllowed.get(lifecycle) ?? new Map<string, readonly string[]>();
  knownAllowed.set(lifecycle, known);
  const at = JSON.stringify(regions(lifecycle, state.machine));
  const types =
    known.get(at) ??
    Object.entries(lifecycle.commands)
      .filter(([, { yields }]) => yields.some((type) => hasPlace(lifecycle, state, type)))
      .map(([type]) => type);
  known.set(at, types);
  return [...types];
};

const accept = (lifecycle: Lifecycle, before: State | null, after: State, fact: Fact): Verdict => {
  const reading = read(lifecycle, after);
  const broken = lifecycle.invariants.find((invariant) => !invariant.holds(reading));
  if (broken !== undefined) return refuseAs('INVARIANT_BROKEN', `Broken: ${broken.name}.`);
  const previous = before === null ? null : read(lifecycle, before);
  return {
    refused: false,
    state: after,
    evidence: {
      previousStatus: previous?.status ?? null,
      nextStatus: reading.status,
      previousRegions: previous?.regions ?? null,
      nextRegions: reading.regions,
      extra: previous === null ? {} : (lifecycle.evidence?.(previous, fact) ?? {}),
    },
  };
};
