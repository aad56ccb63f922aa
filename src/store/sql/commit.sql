-- write path: stores a group of events of one partition ($1) as one atomic unit.
-- $2 to $16 are the group, a column each, at most one event per instance: arrays take the
-- database half as long to read as JSON does.
-- The feed head is locked first, so a partition has one writer at a time: offsets
-- have no holes, and no order of rows can deadlock. Only the instances whose version
-- still holds move; only their events are inserted, at consecutive offsets; the rows
-- returned say which. `n` is the item's place in the group.
--
-- Instances are created and moved by one upsert. It finds each by its key whatever the
-- planner believes of the table; an UPDATE that joins them to the group is planned once,
-- on the first day of an empty database, and then reads the whole partition for every
-- group. `known` keeps it from creating what event 0 did not; it compares rows because
-- only the primary key can serve that.
WITH head AS MATERIALIZED (
  SELECT next_offset FROM feed_heads WHERE partition = $1::integer FOR UPDATE
), item AS MATERIALIZED (
  SELECT
    (place - 1)::integer AS n, lifecycle, instance_id, sequence, event_id, type,
    payload::jsonb AS payload, payload_sha256, request_sha256, evidence::jsonb AS evidence,
    command_id, fact_key, actor, lifecycle_version, status, state::jsonb AS state
  FROM unnest(
    $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::integer[], $15::text[],
    $16::text[]
  ) WITH ORDINALITY AS item (
    lifecycle, instance_id, sequence, event_id, type, payload, payload_sha256, request_sha256,
    evidence, command_id, fact_key, actor, lifecycle_version, status, state, place
  )
), moment AS MATERIALIZED (
  SELECT date_trunc('milliseconds', clock_timestamp()) AS at FROM head
), stored AS (
  INSERT INTO instances (
    partition, lifecycle, instance_id, lifecycle_version, status, version, state, input,
    created_at, updated_at
  )
  SELECT
    $1::integer, item.lifecycle, item.instance_id, item.lifecycle_version, item.status,
    item.sequence, item.state, item.payload, moment.at, moment.at
  FROM moment, item
  WHERE item.sequence = 0 OR (
    SELECT true FROM instances AS known
    WHERE (known.partition, known.lifecycle, known.instance_id)
        >= ($1::integer, item.lifecycle, item.instance_id)
      AND (known.partition, known.lifecycle, known.instance_id)
        <= ($1::integer, item.lifecycle, item.instance_id)
  )
  ON CONFLICT (partition, lifecycle, instance_id) DO UPDATE SET
    version = excluded.version,
    status = excluded.status,
    state = excluded.state,
    updated_at = greatest(instances.updated_at, excluded.updated_at)
  WHERE instances.version = excluded.version - 1
    AND instances.lifecycle_version = excluded.lifecycle_version
  RETURNING lifecycle, instance_id, updated_at AS recorded_at
), done AS MATERIALIZED (
  SELECT item.*, stored.recorded_at, row_number() OVER (ORDER BY item.n) - 1 AS place
  FROM stored JOIN item
    ON item.lifecycle = stored.lifecycle AND item.instance_id = stored.instance_id
), advanced AS (
  UPDATE feed_heads SET next_offset = next_offset + (SELECT count(*) FROM done)
  WHERE partition = $1::integer
), appended AS (
  INSERT INTO events (
    partition, lifecycle, instance_id, sequence, feed_offset, event_id, type, payload,
    payload_sha256, request_sha256, evidence, command_id, fact_key, actor, lifecycle_version,
    recorded_at
  )
  SELECT
    $1::integer, done.lifecycle, done.instance_id, done.sequence, head.next_offset + done.place,
    done.event_id, done.type, done.payload, done.payload_sha256, done.request_sha256,
    done.evidence, done.command_id, done.fact_key, done.actor, done.lifecycle_version,
    done.recorded_at
  FROM done, head
)
SELECT
  done.n,
  (extract(epoch FROM done.recorded_at) * 1000)::float8 AS recorded_at,
  (head.next_offset + done.place)::float8 AS feed_offset
FROM done, head
