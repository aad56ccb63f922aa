-- How often each reason is among the refusals that are kept.
SELECT lifecycle, reason, count(*)::float8 AS times
FROM refusals GROUP BY lifecycle, reason ORDER BY lifecycle, reason
