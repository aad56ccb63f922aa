/**
 * Long polls: a reader waits until an instance is as it wants it. What this process
 * commits wakes it at once; what other processes commit is found by asking again.
 */
import type { Lifecycle } from '../kernel/lifecycle.ts';
import type { Instance } from './instance.ts';
import type { Parts } from './parts.ts';
import type { Waited } from './reading.ts';

const ASK_AGAIN_MS = 500;

/** The instance once `waited` holds, or as it is after `waitMs` or when `signal` ends the wait; null if there is none. */
export const waitFor = async (
  parts: Parts,
  lifecycle: Lifecycle,
  instanceId: string,
  waited: Waited,
  waitMs: number,
  signal: AbortSignal,
): Promise<Instance | null> => {
  const deadline = performance.now() + waitMs;
  let wake = (): void => {};
  const stop = parts.publisher.follow(({ record }) => {
    if (record.instanceId === instanceId && record.lifecycle === lifecycle.name) wake();
  });
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      let woken = false;
      const woke = new Promise<void>((resolve) => {
        wake = () => {
          woken = true;
          resolve();
        };
      });
      const instance = await parts.heads.load(lifecycle, instanceId);
      const left = deadline - performance.now();
      if (instance === null || waited(instance) || left <= 0 || signal.aborted) return instance;
      const timer = setTimeout(wake, Math.min(left, ASK_AGAIN_MS));
      if (!woken) await woke;
      clearTimeout(timer);
    }
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
};
