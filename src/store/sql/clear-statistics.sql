-- Forgets the statistics and puts their follower ($1) at the beginning of every partition.
WITH forgotten AS (
  DELETE FROM status_statistics
), unknown AS (
  DELETE FROM status_entries
)
UPDATE followers SET through_offset = 0 WHERE follower = $1
