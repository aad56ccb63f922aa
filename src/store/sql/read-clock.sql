-- The database's clock in milliseconds: the one that decides leases and due times.
SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
