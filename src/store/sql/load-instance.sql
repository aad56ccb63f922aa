-- One instance as its last event left it.
SELECT
  lifecycle, instance_id, lifecycle_version, status, version::float8 AS version, state, input,
  (extract(epoch FROM created_at) * 1000)::float8 AS created_at,
  (extract(epoch FROM updated_at) * 1000)::float8 AS updated_at
FROM instances
WHERE partition = $1::integer AND lifecycle = $2 AND instance_id = $3
