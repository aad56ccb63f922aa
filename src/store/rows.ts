/** From the database's rows to the port's records: names change, values do not. */
import type { Json, JsonObject } from '../kernel/json.ts';
import type { Row } from './driver.ts';
import type {
  CommitItem,
  EventRecord,
  FeedSlice,
  InstanceRow,
  QuarantineRecord,
  RefusalRecord,
} from './port.ts';

const text = (row: Row, column: string): string => row[column] as string;
const number = (row: Row, column: string): number => Number(row[column]);
const textOrNull = (row: Row, column: string): string | null => row[column] as string | null;
const json = (row: Row, column: string): JsonObject => row[column] as JsonObject;

export const fromEventRow = (row: Row): EventRecord => ({
  partition: number(row, 'partition'),
  lifecycle: text(row, 'lifecycle'),
  instanceId: text(row, 'instance_id'),
  sequence: number(row, 'sequence'),
  feedOffset: number(row, 'feed_offset'),
  eventId: text(row, 'event_id'),
  type: text(row, 'type'),
  payload: json(row, 'payload'),
  payloadSha256: text(row, 'payload_sha256'),
  requestSha256: text(row, 'request_sha256'),
  evidence: json(row, 'evidence'),
  commandId: textOrNull(row, 'command_id'),
  factKey: textOrNull(row, 'fact_key'),
  actor: text(row, 'actor'),
  lifecycleVersion: number(row, 'lifecycle_version'),
  recordedAt: number(row, 'recorded_at'),
});

export const fromInstanceRow = (row: Row): InstanceRow => ({
  lifecycle: text(row, 'lifecycle'),
  instanceId: text(row, 'instance_id'),
  lifecycleVersion: number(row, 'lifecycle_version'),
  status: text(row, 'status'),
  version: number(row, 'version'),
  state: row['state'] as Json,
  input: json(row, 'input'),
  createdAt: number(row, 'created_at'),
  updatedAt: number(row, 'updated_at'),
});

export const fromRefusalRow = (row: Row): RefusalRecord => ({
  refusalId: text(row, 'refusal_id'),
  lifecycle: text(row, 'lifecycle'),
  instanceId: text(row, 'instance_id'),
  type: text(row, 'type'),
  sentId: textOrNull(row, 'sent_id'),
  reason: text(row, 'reason'),
  detail: text(row, 'detail'),
  evidence: json(row, 'evidence'),
  actor: text(row, 'actor'),
  refusedAt: number(row, 'refused_at'),
});

export const fromQuarantineRow = (row: Row): QuarantineRecord => ({
  quarantineId: text(row, 'quarantine_id'),
  lifecycle: text(row, 'lifecycle'),
  instanceId: text(row, 'instance_id'),
  eventId: text(row, 'event_id'),
  sequence: number(row, 'sequence'),
  type: text(row, 'type'),
  payload: json(row, 'payload'),
  reason: text(row, 'reason'),
  sender: text(row, 'sender'),
  times: number(row, 'times'),
  firstSeenAt: number(row, 'first_seen_at'),
  lastSeenAt: number(row, 'last_seen_at'),
});

/** A row of `read-feed.sql` is an event, or says only how far its partition reached. */
export const toFeedSlices = (rows: readonly Row[]): FeedSlice[] => {
  const slices = new Map<number, FeedSlice & { readonly records: EventRecord[] }>();
  for (const row of rows) {
    const partition = number(row, 'place');
    const reached = number(row, 'reached');
    const slice = slices.get(partition) ?? { partition, reached, records: [] };
    slices.set(partition, slice);
    if (row['event_id'] !== null) slice.records.push(fromEventRow(row));
  }
  return [...slices.values()];
};

/** A group as `commit.sql` reads it: an array for each column. */
export const toCommitColumns = (items: readonly CommitItem[]): unknown[][] => [
  items.map(({ lifecycle }) => lifecycle),
  items.map(({ instanceId }) => instanceId),
  items.map(({ sequence }) => sequence),
  items.map(({ eventId }) => eventId),
  items.map(({ type }) => type),
  items.map(({ payload }) => JSON.stringify(payload)),
  items.map(({ payloadSha256 }) => payloadSha256),
  items.map(({ requestSha256 }) => requestSha256),
  items.map(({ evidence }) => JSON.stringify(evidence)),
  items.map(({ commandId }) => commandId),
  items.map(({ factKey }) => factKey),
  items.map(({ actor }) => actor),
  items.map(({ lifecycleVersion }) => lifecycleVersion),
  items.map(({ status }) => status),
  items.map(({ state }) => JSON.stringify(state)),
];

/** A refusal as `record-refusals.sql` reads it. */
export const toRefusalRow = (refusal: RefusalRecord, partition: number): JsonObject => ({
  partition,
  refusal_id: refusal.refusalId,
  lifecycle: refusal.lifecycle,
  instance_id: refusal.instanceId,
  type: refusal.type,
  sent_id: refusal.sentId,
  reason: refusal.reason,
  detail: refusal.detail,
  evidence: refusal.evidence,
  actor: refusal.actor,
  refused_at: refusal.refusedAt,
});
