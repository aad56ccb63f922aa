/**
 * An open loop: requests come at a fixed rate, whether or not earlier ones were
 * answered. One that finds every lane busy waits, and its waiting counts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Lane } from '../closed-loop.ts';
import { sampleOf, type Sample } from '../statistics.ts';

const TICK_MS = 1;

export const pacedLoop = async (
  lanes: readonly Lane[],
  ms: number,
  perSecond: number,
): Promise<Sample> => {
  const idle = [...lanes];
  const waiting: number[] = [];
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();
  const serve = async (lane: Lane, first: number): Promise<void> => {
    for (let came: number | undefined = first; came !== undefined; came = waiting.shift()) {
      await lane();
      latencies.push(performance.now() - came);
    }
    idle.push(lane);
  };
  const arrive = (): void => {
    const lane = idle.pop();
    const now = performance.now();
    if (lane === undefined) return void waiting.push(now);
    const served = serve(lane, now).finally(() => underWay.delete(served));
    underWay.add(served);
    return undefined;
  };
  const began = performance.now();
  let arrived = 0;
  for (let passed = 0; passed < ms; passed = performance.now() - began) {
    for (; arrived < (passed * perSecond) / 1_000; arrived += 1) arrive();
    await pause(TICK_MS);
  }
  await Promise.all(underWay);
  return sampleOf(latencies, ms);
};
