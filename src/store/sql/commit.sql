-- write path: stores a group of events of one partition ($1) as one atomic unit.
-- $2 is the group as JSON, at most one event per instance.
-- The feed head is locked first, so a partition has one writer at a time: offsets
-- have no holes, and no order of rows can deadlock. Only the instances whose version
-- still holds move; only their events are inserted, at consecutive offsets; the rows
-- returned say which. `n` is the item's place in the group.
WITH head AS MATERIALIZED (
  SELECT next_offset FROM feed_heads WHERE partition = $1::integer FOR UPDATE
), item AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2::json) AS item (
    n integer, lifecycle text, instance_id text, sequence bigint, event_id text, type text,
    payload jsonb, payload_sha256 text, request_sha256 text, evidence jsonb, command_id text,
    fact_key text, actor text, lifecycle_version integer, status text, state jsonb
  )
), moved AS (
  UPDATE instances SET
    version = item.sequence,
    status = item.status,
    state = item.state,
    updated_at = greatest(instances.updated_at, date_trunc('milliseconds', clock_timestamp()))
  FROM head, item
  WHERE instances.partition = $1::integer
    AND instances.lifecycle = item.lifecycle
    AND instances.instance_id = item.instance_id
    AND instances.version = item.sequence - 1
    AND instances.lifecycle_version = item.lifecycle_version
  RETURNING item.n, instances.updated_at AS recorded_at
), born AS (
  INSERT INTO instances (
    partition, lifecycle, instance_id, lifecycle_version, status, version, state, input,
    created_at, updated_at
  )
  SELECT
    $1::integer, item.lifecycle, item.instance_id, item.lifecycle_version, item.status, 0,
    item.state, item.payload, moment.at, moment.at
  FROM head, item, (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS moment
  WHERE item.sequence = 0
  ON CONFLICT (partition, lifecycle, instance_id) DO NOTHING
  RETURNING lifecycle, instance_id, created_at
), done AS (
  SELECT n, recorded_at, row_number() OVER (ORDER BY n) - 1 AS place FROM (
    SELECT n, recorded_at FROM moved
    UNION ALL
    SELECT item.n, born.created_at FROM born
    JOIN item ON item.lifecycle = born.lifecycle AND item.instance_id = born.instance_id
    WHERE item.sequence = 0
  ) AS stored
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
    $1::integer, item.lifecycle, item.instance_id, item.sequence, head.next_offset + done.place,
    item.event_id, item.type, item.payload, item.payload_sha256, item.request_sha256,
    item.evidence, item.command_id, item.fact_key, item.actor, item.lifecycle_version,
    done.recorded_at
  FROM done JOIN item ON item.n = done.n, head
)
SELECT
  done.n,
  (extract(epoch FROM done.recorded_at) * 1000)::float8 AS recorded_at,
  (head.next_offset + done.place)::float8 AS feed_offset
FROM done, head
