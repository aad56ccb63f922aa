-- What followers of the feed keep. A follower's work and how far it has come are written
-- together, so that an event counts once, however often it is read.

-- The last offset that a named follower has worked through, of each partition.
CREATE TABLE followers (
  partition integer NOT NULL,
  follower text COLLATE "C" NOT NULL,
  through_offset bigint NOT NULL,
  PRIMARY KEY (partition, follower)
);

-- Of each status: how many instances are in it, how many have left it, and how long those
-- were in it, together.
CREATE TABLE status_statistics (
  partition integer NOT NULL,
  lifecycle text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  present bigint NOT NULL,
  departed bigint NOT NULL,
  spent_ms double precision NOT NULL,
  PRIMARY KEY (partition, lifecycle, status)
);

-- Since when each instance is in its status.
CREATE TABLE status_entries (
  partition integer NOT NULL,
  lifecycle text COLLATE "C" NOT NULL,
  instance_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (partition, lifecycle, instance_id)
);
