-- The event that is one instance's business fact $4.
SELECT
  partition, lifecycle, instance_id, sequence::float8 AS sequence,
  feed_offset::float8 AS feed_offset, event_id, type, payload, payload_sha256, request_sha256,
  evidence, command_id, fact_key, actor, lifecycle_version,
  (extract(epoch FROM recorded_at) * 1000)::float8 AS recorded_at
FROM events
WHERE partition = $1::integer AND lifecycle = $2 AND instance_id = $3 AND fact_key = $4
