/** The last step of every write: what was decided becomes an item, is committed, and is told to those who follow. */
import { hashFact } from '../kernel/hash.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Fact, Lifecycle } from '../kernel/lifecycle.ts';
import { persist } from '../kernel/machine.ts';
import { read, type Accepted, type SequencedFact, type State } from '../kernel/step.ts';
import type { CommitItem, EventRecord } from '../store/port.ts';
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

/**
 * Commits a candidate decided on `before` (null for a creation). Null means that it was
 * not stored by this commit, and nothing more: ask the database, by id, what is true.
 */
export const append = async (
  parts: AppendParts,
  before: Instance | null,
  candidate: Candidate,
): Promise<{ record: EventRecord; instance: Instance } | null> => {
  const { lifecycle, fact, accepted } = candidate;
  const partition = parts.partitionOf(fact.instanceId);
  const committer = parts.committers[partition];
  if (committer === undefined) throw new RangeError(`there is no partition ${partition}`);
  const item = toItem(candidate);
  const { status: _status, state: _state, ...stored } = item;
  const placement = await committer.submit(item, JSON.stringify(item.payload).length);
  if (placement === null) return null;
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
  return { record, instance };
};
