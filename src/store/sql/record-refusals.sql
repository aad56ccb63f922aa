-- A group of refusals ($1, as JSON), off the hot path.
INSERT INTO refusals (
  partition, refusal_id, lifecycle, instance_id, type, sent_id, reason, detail, evidence, actor,
  refused_at
)
SELECT
  partition, refusal_id, lifecycle, instance_id, type, sent_id, reason, detail, evidence, actor,
  to_timestamp(refused_at / 1000)
FROM json_to_recordset($1::json) AS refusal (
  partition integer, refusal_id text, lifecycle text, instance_id text, type text, sent_id text,
  reason text, detail text, evidence jsonb, actor text, refused_at float8
)
ON CONFLICT (partition, refusal_id) DO NOTHING
