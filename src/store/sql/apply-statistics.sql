-- Works a partition's ($1) events behind offset $3 up to $4 into its statistics and moves
-- follower $2 on, if that is where it stands. A move is an event that changed the status;
-- how long the status that it left was held is known from the move before, or from before.
WITH turn AS (
  UPDATE followers SET through_offset = $4::bigint
  WHERE partition = $1::integer AND follower = $2 AND through_offset = $3::bigint
  RETURNING partition
), move AS (
  SELECT
    lifecycle, instance_id, recorded_at AS at,
    evidence->>'previousStatus' AS "left", evidence->>'nextStatus' AS entered,
    lag(recorded_at) OVER (PARTITION BY lifecycle, instance_id ORDER BY sequence) AS since,
    row_number() OVER (PARTITION BY lifecycle, instance_id ORDER BY sequence DESC) AS from_last
  FROM events
  WHERE partition = $1::integer AND feed_offset > $3::bigint AND feed_offset <= $4::bigint
    AND evidence->>'previousStatus' IS DISTINCT FROM evidence->>'nextStatus'
), change AS (
  SELECT lifecycle, entered AS status, 1 AS present, 0 AS departed, 0::float8 AS spent_ms FROM move
  UNION ALL
  SELECT
    move.lifecycle, move."left", -1, 1,
    extract(epoch FROM move.at - coalesce(move.since, entry.since)) * 1000
  FROM move LEFT JOIN status_entries AS entry
    ON entry.partition = $1::integer
    AND entry.lifecycle = move.lifecycle AND entry.instance_id = move.instance_id
  WHERE move."left" IS NOT NULL
), entered AS (
  INSERT INTO status_entries (partition, lifecycle, instance_id, status, since)
  SELECT $1::integer, lifecycle, instance_id, entered, at FROM move, turn WHERE from_last = 1
  ON CONFLICT (partition, lifecycle, instance_id)
  DO UPDATE SET status = excluded.status, since = excluded.since
), summed AS (
  INSERT INTO status_statistics (partition, lifecycle, status, present, departed, spent_ms)
  SELECT $1::integer, lifecycle, status, sum(present), sum(departed), sum(spent_ms)
  FROM change, turn GROUP BY lifecycle, status
  ON CONFLICT (partition, lifecycle, status) DO UPDATE SET
    present = status_statistics.present + excluded.present,
    departed = status_statistics.departed + excluded.departed,
    spent_ms = status_statistics.spent_ms + excluded.spent_ms
)
SELECT partition FROM turn
