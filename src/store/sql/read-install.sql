-- What the database was installed as: one row, if it ever was.
SELECT
  partitions,
  placement,
  database_epoch::text AS epoch,
  (SELECT max(number) FROM migrations) AS newest,
  (SELECT count(*)::integer FROM migrations) AS applied,
  (SELECT count(*)::integer FROM feed_heads) AS heads
FROM service
