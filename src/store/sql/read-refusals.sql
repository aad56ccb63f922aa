-- A page of one instance's refusals, oldest first, after the id $4.
SELECT
  refusal_id, lifecycle, instance_id, type, sent_id, reason, detail, evidence, actor,
  (extract(epoch FROM refused_at) * 1000)::float8 AS refused_at
FROM refusals
WHERE partition = $1::integer AND lifecycle = $2 AND instance_id = $3 AND refusal_id > $4
ORDER BY refusal_id
LIMIT $5::integer
