-- A page of the quarantine, by id, after $1.
SELECT
  quarantine_id, lifecycle, instance_id, event_id, sequence::float8 AS sequence, type, payload,
  reason, sender, times,
  (extract(epoch FROM first_seen_at) * 1000)::float8 AS first_seen_at,
  (extract(epoch FROM last_seen_at) * 1000)::float8 AS last_seen_at
FROM quarantine
WHERE quarantine_id > $1
ORDER BY quarantine_id
LIMIT $2::integer
