-- The last offset of each partition.
SELECT partition, (next_offset - 1)::float8 AS reached FROM feed_heads ORDER BY partition
