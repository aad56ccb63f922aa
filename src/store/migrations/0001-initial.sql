-- Everything the service keeps. Numbered and final: a change is a new migration.
--
-- Every key is led by `partition`, a hash of the instance id over a number fixed at
-- install, so that the tables can be distributed by it. The one exception is the
-- event id, which is unique everywhere. `lifecycle` belongs to an instance's name:
-- a task and an alarm may have the same id.

CREATE TABLE service (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  partitions integer NOT NULL CHECK (partitions > 0),
  placement text NOT NULL,
  database_epoch uuid NOT NULL
);

CREATE TABLE lifecycle_versions (
  lifecycle text NOT NULL,
  version integer NOT NULL,
  fingerprint text NOT NULL,
  definition jsonb NOT NULL,
  registered_at timestamptz NOT NULL,
  PRIMARY KEY (lifecycle, version)
);

-- The row's lock is the partition's turn; its number, the offset of the next event.
CREATE TABLE feed_heads (
  partition integer PRIMARY KEY,
  next_offset bigint NOT NULL
);

CREATE TABLE instances (
  partition integer NOT NULL,
  lifecycle text COLLATE "C" NOT NULL,
  instance_id text COLLATE "C" NOT NULL,
  lifecycle_version integer NOT NULL,
  status text NOT NULL,
  version bigint NOT NULL CHECK (version >= 0),
  state jsonb NOT NULL,
  input jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partition, lifecycle, instance_id)
) WITH (fillfactor = 70);

CREATE INDEX instances_by_age ON instances (lifecycle, created_at DESC, instance_id DESC);

CREATE TABLE events (
  partition integer NOT NULL,
  lifecycle text COLLATE "C" NOT NULL,
  instance_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL CHECK (sequence >= 0),
  feed_offset bigint NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  payload_sha256 text NOT NULL,
  request_sha256 text NOT NULL,
  evidence jsonb NOT NULL,
  command_id text COLLATE "C",
  fact_key text COLLATE "C",
  actor text NOT NULL,
  lifecycle_version integer NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (partition, lifecycle, instance_id, sequence)
);

CREATE UNIQUE INDEX events_event_id ON events (event_id);
CREATE UNIQUE INDEX events_feed_offset ON events (partition, feed_offset);
CREATE UNIQUE INDEX events_command_id ON events (partition, lifecycle, instance_id, command_id)
  WHERE command_id IS NOT NULL;
CREATE UNIQUE INDEX events_fact_key ON events (partition, lifecycle, instance_id, fact_key)
  WHERE fact_key IS NOT NULL;

CREATE TABLE snapshots (
  partition integer NOT NULL,
  lifecycle text COLLATE "C" NOT NULL,
  instance_id text COLLATE "C" NOT NULL,
  through_sequence bigint NOT NULL,
  lifecycle_version integer NOT NULL,
  state jsonb NOT NULL,
  state_sha256 text NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (partition, lifecycle, instance_id, through_sequence)
);

CREATE TABLE leases (
  partition integer NOT NULL,
  lifecycle text COLLATE "C" NOT NULL,
  instance_id text COLLATE "C" NOT NULL,
  attempt integer NOT NULL,
  worker_id text NOT NULL,
  lease_until timestamptz NOT NULL,
  PRIMARY KEY (partition, lifecycle, instance_id, attempt)
);

CREATE TABLE timers (
  partition integer NOT NULL,
  lifecycle text COLLATE "C" NOT NULL,
  instance_id text COLLATE "C" NOT NULL,
  timer_id text COLLATE "C" NOT NULL,
  generation bigint NOT NULL,
  due_at timestamptz NOT NULL,
  sends jsonb NOT NULL,
  PRIMARY KEY (partition, lifecycle, instance_id, timer_id)
);

-- What was refused: who asked for what, and why not. Beside history, bounded by age.
CREATE TABLE refusals (
  partition integer NOT NULL,
  refusal_id text COLLATE "C" NOT NULL,
  lifecycle text COLLATE "C" NOT NULL,
  instance_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  sent_id text,
  reason text NOT NULL,
  detail text NOT NULL,
  evidence jsonb NOT NULL,
  actor text NOT NULL,
  refused_at timestamptz NOT NULL,
  PRIMARY KEY (partition, refusal_id)
);

CREATE INDEX refusals_of_instance ON refusals (partition, lifecycle, instance_id, refusal_id);
CREATE INDEX refusals_by_age ON refusals (refused_at);

-- Deliveries that contradict history, kept whole until somebody decides.
CREATE TABLE quarantine (
  partition integer NOT NULL,
  quarantine_id text COLLATE "C" NOT NULL,
  lifecycle text COLLATE "C" NOT NULL,
  instance_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  reason text NOT NULL,
  sender text NOT NULL,
  times integer NOT NULL DEFAULT 1,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (partition, quarantine_id)
);
