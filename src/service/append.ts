/** The last step of every write: what was decided becomes an item, is committed, and is told to those who follow. */
import { hashFact } from '../kernel/hash.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Fact, Lifecycle } from '../kernel/lifecycle.ts';
import { persist } from '../kernel/machine.ts';
import { read, type Accepted, type SequencedFact, type State } from '../kernel/step.ts';
import { StoreAway, type CommitItem, type EventRecord, type Store } from '../store/port.ts';
import type { Committer } from './committer.ts';
import type { Heads } from './heads.ts';
import type { Instance } from './instance.ts';
import type { Publisher } from './publisher.ts';

/** A fact that the machine has accepted, with everything the store needs to keep it. */
export interface Candidate {
  readonly lifecycle: Lifecycle;
  readonly fact: SequencedFact;
  readonly accepted: Accepted;
  readonly eventId: string;
  readonly commandId: string | null;
  readonly actor: string;
  readonly requestSha256: string;
}

export interface AppendParts {
  readonly store: Store;
  readonly heads: Heads;
  readonly publisher: Publisher;
  readonly committers: readonly Committer[];
  partitionOf(instanceId: string): number;
}

/**
 * The name of a business fact, one that can be true once: its type with the value of
 * `per`, as the event or, where it does not say, the state has it.
 */
export const factKey = (lifecycle: Lifecycle, fact: Fact, state: State): string | null => {
  const once = lifecycle.events[fact.type]?.once;
  if (once === undefined) return null;
  const value = fact.payload[once.per] ?? read(lifecycle, state).context[once.per] ?? null;
  return `${fact.type}:${JSON.stringify(value)}`;
};

const evidenceOf = ({ accepted }: Candidate): JsonObject => {
  const { extra, ...evidence } = accepted.evidence;
  return { ...evidence, ...extra };
};

const toItem = (candidate: Candidate): CommitItem => {
  const { lifecycle, fact, accepted } = candidate;
  const { state } = accepted;
  return {
    lifecycle: lifecycle.name,
    instanceId: fact.instanceId,
    sequence: fact.sequence,
    eventId: candidate.eventId,
    type: fact.type,
    payload: fact.payload,
    payloadSha256: hashFact(lifecycle.name, fact),
    requestSha256: candidate.requestSha256,
    evidence: evidenceOf(candidate),
    commandId: candidate.commandId,
    factKey: factKey(lifecycle, fact, state),
    actor: candidate.actor,
    lifecycleVersion: lifecycle.version,
    status: accepted.evidence.nextStatus,
    state: persist(lifecycle, state.machine),
  };
};

export interface Appended {
  /** False: it was there already under the same event id, from an earlier try or another sender. */
  readonly stored: boolean;
  readonly record: EventRecord;
  /** The candidate's instance, after it or as it is now. */
  readonly instance: Instance;
}

/**
 * Commits a candidate decided on `before` (null for a creation). Null means that neither
 * this commit nor an earlier one stored anything under its event id.
 * @throws Overloaded, StatementFailed, StoreAway: maybeDone once a try may have gone through
 */
export const append = async (
  parts: AppendParts,
  before: Instance | null,
  candidate: Candidate,
): Promise<Appended | null> => {
  const { lifecycle, fact, accepted } = candidate;
  const partition = parts.partitionOf(fact.instanceId);
  const committer = parts.committers[partition];
  if (committer === undefined) throw new RangeError(`there is no partition ${partition}`);
  const item = toItem(candidate);
  const { status: _status, state: _state, ...stored } = item;
  const placement = await committer.submit(item, JSON.stringify(item.payload).length);
  if (placement === null) return findPassedOver(parts, candidate, item);
  const instance: Instance = {
    lifecycle,
    state: accepted.state,
    input: before?.input ?? fact.payload,
    createdAt: before?.createdAt ?? placement.recordedAt,
    updatedAt: placement.recordedAt,
  };
  const record = { ...stored, partition, ...placement };
  parts.heads.keep(instance);
  parts.publisher.publish({ record, instance });
  return { stored: true, record, instance };
};

/**
 * What is stored under the event id of a candidate that its commit passed over. An
 * earlier try of it may have gone through before its connection was lost, so a look-up
 * that fails must not say that nothing was done, and followers were not told yet.
 */
const findPassedOver = async (
  parts: AppendParts,
  { lifecycle, fact, eventId }: Candidate,
  { payloadSha256 }: CommitItem,
): Promise<Appended | null> => {
  try {
    const record = await parts.store.findEvent(eventId);
    if (record === null) return null;
    const instance = await parts.heads.load(lifecycle, fact.instanceId);
    if (instance === null) return null;
    if (record.payloadSha256 === payloadSha256) parts.publisher.publish({ record, instance });
    return { stored: false, record, instance };
  } catch (error) {
    throw error instanceof StoreAway ? new StoreAway(true, error) : error;
  }
};
