/** A closed loop: every lane asks again as soon as it has its answer. */
import { sampleOf, type Sample } from './statistics.ts';

export type Lane = () => Promise<unknown>;

/** What ended in time counts; the lanes are all at rest when this ends. */
export const closedLoop = async (lanes: readonly Lane[], ms: number): Promise<Sample> => {
  const latencies: number[] = [];
  const deadline = performance.now() + ms;
  const run = async (lane: Lane): Promise<void> => {
    let began = performance.now();
    while (began < deadline) {
      await lane();
      const ended = performance.now();
      if (ended <= deadline) latencies.push(ended - began);
      began = ended;
    }
  };
  await Promise.all(lanes.map(run));
  return sampleOf(latencies, ms);
};
