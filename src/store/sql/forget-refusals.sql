-- Drops the refusals older than $1 days: they are bounded by age.
DELETE FROM refusals WHERE refused_at < clock_timestamp() - make_interval(days => $1::integer)
