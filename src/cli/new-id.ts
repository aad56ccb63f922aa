/**
 * UUIDv7s that sort in the order in which they were made here. Their randomness is
 * fetched for many at a time: asking the system for sixteen bytes costs more than all
 * the rest of an id.
 */
import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
const pool = new Uint8Array(256 * BYTES);
let used = pool.length;

const nextRandom = (): Uint8Array => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES;
  return pool.subarray(used - BYTES, used);
};

let newestMs = -1;
let sequence = 0;

/** Within a millisecond, and when the clock is set back, the sequence goes on from the last id. */
export const newId = (): string => {
  const random = nextRandom();
  const now = Date.now();
  if (now > newestMs) {
    newestMs = now;
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
  } else {
    sequence += 1;
  }
  return v7({ random, msecs: newestMs, seq: sequence });
};
