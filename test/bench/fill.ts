/** History that nobody asked for, written by the database itself: to see what much of it costs. */
import { exampleItem } from './example-item.ts';

const quoted = (value: unknown): string =>
  `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;

const { lifecycle, type, payload, evidence, state, actor, status, lifecycleVersion } = exampleItem;
const HASH = quoted(exampleItem.payloadSha256);

/** The columns of an event from `type` on, the same for all but the fact's key. */
const rest = (sequence: string): string =>
  `${quoted(type)}, ${quoted(payload)}::jsonb, ${HASH}, ${HASH}, ${quoted(evidence)}::jsonb,
   NULL, ${quoted('filled:')} || ${sequence}, ${quoted(actor)}, ${lifecycleVersion}, clock_timestamp()`;

/** Adds the events from `first` to `last` to the history of an instance; its state stays what it is. */
export const fillHistory = (
  partition: number,
  instanceId: string,
  first: number,
  last: number,
): string => `
  BEGIN;
  INSERT INTO events
  SELECT ${partition}, ${quoted(lifecycle)}, ${quoted(instanceId)}, n, head.next_offset + n - ${first},
    ${quoted(`${instanceId}-`)} || lpad(n::text, 12, '0'), ${rest('n')}
  FROM generate_series(${first}, ${last}) AS n,
    (SELECT next_offset FROM feed_heads WHERE partition = ${partition}) AS head;
  UPDATE feed_heads SET next_offset = next_offset + ${last - first + 1} WHERE partition = ${partition};
  UPDATE instances SET version = ${last}
  WHERE partition = ${partition} AND instance_id = ${quoted(instanceId)};
  COMMIT`;

/** Makes instances of a partition, with `each` events. */
export const fillInstances = (partition: number, ids: readonly string[], each: number): string => `
  BEGIN;
  CREATE TEMPORARY TABLE filled ON COMMIT DROP AS
    SELECT id, place FROM unnest(${quoted(`{${ids.join(',')}}`)}::text[]) WITH ORDINALITY AS t (id, place);
  INSERT INTO instances
  SELECT ${partition}, ${quoted(lifecycle)}, id, ${lifecycleVersion}, ${quoted(status)}, ${each - 1},
    ${quoted(state)}::jsonb, ${quoted(payload)}::jsonb, clock_timestamp(), clock_timestamp()
  FROM filled;
  INSERT INTO events
  SELECT ${partition}, ${quoted(lifecycle)}, id, n, head.next_offset + (place - 1) * ${each} + n,
    id || '-' || n, ${rest('n')}
  FROM filled, generate_series(0, ${each - 1}) AS n,
    (SELECT next_offset FROM feed_heads WHERE partition = ${partition}) AS head;
  UPDATE feed_heads SET next_offset = next_offset + ${ids.length * each} WHERE partition = ${partition};
  COMMIT`;
