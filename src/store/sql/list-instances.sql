-- A page of instances, newest first, below the keyset ($4, $5); an observation, across all partitions.
SELECT
  lifecycle, instance_id, lifecycle_version, status, version::float8 AS version, state, input,
  (extract(epoch FROM created_at) * 1000)::float8 AS created_at,
  (extract(epoch FROM updated_at) * 1000)::float8 AS updated_at
FROM instances
WHERE lifecycle = $1
  AND ($2::text IS NULL OR status = $2)
  AND ($3::jsonb IS NULL OR input @> $3)
  AND (
    $4::float8 IS NULL
    OR (created_at, instance_id) < (to_timestamp($4::float8 / 1000), $5)
  )
ORDER BY created_at DESC, instance_id DESC
LIMIT $6::integer
