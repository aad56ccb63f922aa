-- Puts follower $1 at the beginning of every partition where it has no place yet.
INSERT INTO followers (partition, follower, through_offset)
SELECT partition, $1, 0 FROM feed_heads
ON CONFLICT (partition, follower) DO NOTHING
