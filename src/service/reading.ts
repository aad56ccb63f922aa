/** Reading: always from the database, never from the cache. */
import { replay } from '../kernel/fold.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { hasEnded } from '../kernel/machine.ts';
import { read, type State } from '../kernel/step.ts';
import type { EventRecord } from '../store/port.ts';
import type { Instance } from './instance.ts';
import { refused, type Refused } from './outcome.ts';
import type { Parts } from './parts.ts';

const PAGE = 500;

export interface Page<T, Cursor> {
  readonly items: readonly T[];
  /** Where to go on with `after`, or null at the end. */
  readonly next: Cursor | null;
}

export const eventView = (record: EventRecord): JsonObject => ({
  sequence: record.sequence,
  eventId: record.eventId,
  commandId: record.commandId,
  type: record.type,
  payload: record.payload,
  payloadSha256: record.payloadSha256,
  evidence: evidenceView(record),
  actor: record.actor,
  recordedAt: new Date(record.recordedAt).toISOString(),
  lifecycleVersion: record.lifecycleVersion,
});

/** The event as the feed tells it: of which instance, too. */
export const feedEventView = (record: EventRecord): JsonObject => ({
  lifecycle: record.lifecycle,
  instanceId: record.instanceId,
  ...eventView(record),
});

/** What was concluded from an event, with the ids that name it. */
export const evidenceView = (record: EventRecord): JsonObject => ({
  eventId: record.eventId,
  ...(record.commandId === null ? {} : { commandId: record.commandId }),
  actor: record.actor,
  lifecycleVersion: record.lifecycleVersion,
  version: record.sequence,
  // The database keeps objects in an order of its own.
  previousStatus: record.evidence['previousStatus'] ?? null,
  nextStatus: record.evidence['nextStatus'] ?? null,
  previousRegions: record.evidence['previousRegions'] ?? null,
  nextRegions: record.evidence['nextRegions'] ?? null,
  ...record.evidence,
});

/** The state after event `at` (null: the last one), by replaying history. @throws DamagedHistory */
export const stateAt = async (
  parts: Parts,
  lifecycle: Lifecycle,
  instanceId: string,
  at: number | null,
): Promise<Instance | Refused> => {
  const head = await parts.heads.load(lifecycle, instanceId);
  if (head === null) return refused('INSTANCE_UNKNOWN', null);
  const until = at ?? head.state.version;
  if (until > head.state.version) return refused('SEQUENCE_UNKNOWN', head);
  const key = { lifecycle: lifecycle.name, instanceId };
  let state: State | null = null;
  let last: EventRecord | undefined;
  while ((state?.version ?? -1) < until) {
    const page: EventRecord[] = await parts.store.readHistory(
      key,
      state?.version ?? -1,
      Math.min(PAGE, until - (state?.version ?? -1)),
    );
    for (const record of page) state = replay(lifecycle, state, record);
    last = page.at(-1);
    if (last === undefined) throw new Error(`the history of ${instanceId} ends before ${until}`);
  }
  if (state === null || last === undefined) return refused('SEQUENCE_UNKNOWN', head);
  return { ...head, state, updatedAt: last.recordedAt };
};

/** Whether a waiting reader has what it waits for. */
export type Waited = (instance: Instance) => boolean;

export const waitedFor = (
  lifecycle: Lifecycle,
  what: string,
  seenVersion: number | null,
): Waited => {
  if (what === 'change') return ({ state }) => state.version !== seenVersion;
  if (what === 'final') return ({ state }) => hasEnded(lifecycle, state.machine);
  return ({ state }) => read(lifecycle, state).status === what;
};
