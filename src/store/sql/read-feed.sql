-- A page of the feed: of each partition of $1 (JSON: partition, after) at most $2 events
-- behind an offset, and how far the partition reached at that moment. A partition's events
-- become visible in the order of their offsets, since its head is locked until the commit.
-- Only events of lifecycle $3 and of type $4, where these are given.
SELECT
  head.partition AS place, (head.next_offset - 1)::float8 AS reached, event.*
FROM json_to_recordset($1::json) AS place (partition integer, after bigint)
JOIN feed_heads AS head ON head.partition = place.partition
LEFT JOIN LATERAL (
  SELECT
    partition, lifecycle, instance_id, sequence::float8 AS sequence,
    feed_offset::float8 AS feed_offset, event_id, type, payload, payload_sha256, request_sha256,
    evidence, command_id, fact_key, actor, lifecycle_version,
    (extract(epoch FROM recorded_at) * 1000)::float8 AS recorded_at
  FROM events
  WHERE events.partition = place.partition AND events.feed_offset > place.after
    AND ($3::text IS NULL OR events.lifecycle = $3::text)
    AND ($4::text IS NULL OR events.type = $4::text)
  ORDER BY events.feed_offset
  LIMIT $2::integer
) AS event ON true
ORDER BY head.partition, event.feed_offset
