/** What is done every now and then beside the work: measuring the clock, forgetting old refusals, tidying when idle. */
import type { Log } from '../service/parts.ts';
import type { Publisher } from '../service/publisher.ts';
import type { Clock } from '../store/clock.ts';
import type { Store } from '../store/port.ts';

const CLOCK_MS = 60_000;
const FORGET_MS = 3_600_000;
const REFUSAL_DAYS = 30;
const TIDY_MS = 30_000;
const TIDY_AFTER_EVENTS = 2_000;

/** Answers how to stop it. */
export const startUpkeep = (
  store: Store,
  clock: Clock,
  publisher: Publisher,
  log: Log,
): (() => void) => {
  let sinceTidied = 0;
  let sinceLooked = 0;
  const stopFollowing = publisher.follow(() => {
    sinceTidied += 1;
    sinceLooked += 1;
  });
  const every = (ms: number, what: string, work: () => Promise<void>): NodeJS.Timeout =>
    setInterval(() => {
      work().catch((error: unknown) => log.warn({ err: error }, `${what} failed`));
    }, ms).unref();
  const timers = [
    every(CLOCK_MS, 'measuring the clock', () => clock.measure()),
    every(FORGET_MS, 'forgetting old refusals', () => store.forgetRefusals(REFUSAL_DAYS)),
    every(TIDY_MS, 'tidying', async () => {
      const idle = sinceLooked === 0;
      sinceLooked = 0;
      if (!idle || sinceTidied < TIDY_AFTER_EVENTS) return;
      sinceTidied = 0;
      await store.tidy();
    }),
  ];
  return () => {
    stopFollowing();
    for (const timer of timers) clearInterval(timer);
  };
};
