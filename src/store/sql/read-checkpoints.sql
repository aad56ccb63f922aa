-- How far follower $1 has come in each partition.
SELECT partition, through_offset::float8 AS through_offset
FROM followers WHERE follower = $1 ORDER BY partition
