-- Puts a contradicting delivery into quarantine; the same one again is counted, not kept twice.
INSERT INTO quarantine (
  partition, quarantine_id, lifecycle, instance_id, event_id, sequence, type, payload, reason,
  sender, first_seen_at, last_seen_at
)
VALUES (
  $1::integer, $2, $3, $4, $5, $6::bigint, $7, $8::jsonb, $9, $10, clock_timestamp(),
  clock_timestamp()
)
ON CONFLICT (partition, quarantine_id)
DO UPDATE SET times = quarantine.times + 1, last_seen_at = excluded.last_seen_at
