-- Of each lifecycle and status: how many instances are in it, how many have left it, and
-- how long those were in it, together.
SELECT
  lifecycle, status, sum(present)::float8 AS present, sum(departed)::float8 AS departed,
  sum(spent_ms)::float8 AS spent_ms
FROM status_statistics
GROUP BY lifecycle, status
ORDER BY lifecycle, status
