/** The database's clock as this process knows it: its own clock, corrected by a measured offset. */
import type { Store } from './port.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Measures the offset anew. @throws StoreAway */
  measure(): Promise<void>;
}

/** @throws StoreAway */
export const openClock = async (store: Store): Promise<Clock> => {
  let offset = 0;
  const clock: Clock = {
    now: () => Date.now() + offset,
    async measure() {
      const before = Date.now();
      const database = await store.readClock();
      offset = database - (before + Date.now()) / 2;
    },
  };
  await clock.measure();
  return clock;
};
