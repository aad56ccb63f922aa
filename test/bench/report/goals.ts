/** What the numbers are meant to reach. */
import type { Spread } from '../statistics.ts';

interface Goal {
  readonly atLeast?: number;
  readonly atMost?: number;
}

const goals: Readonly<Record<string, Goal>> = {
  storePg64: { atLeast: 10 },
  storePg256: { atLeast: 10 },
  httpPg64: { atLeast: 1.5 },
  deliveriesPg: { atLeast: 6 },
  twoProcessesToOne: { atLeast: 0.9 },
  latencyIdleToBare: { atMost: 1.3 },
  latencyIdleToSum: { atMost: 1.3 },
  load1e6To10: { atMost: 2 },
  append1e6To10: { atMost: 2 },
};

/** The goal in words and whether the median reaches it; empty where there is none. */
export const judge = (name: string, ratio: Spread | null): string => {
  const { atLeast, atMost } = goals[name] ?? {};
  if (ratio === null || (atLeast === undefined && atMost === undefined)) return '';
  const isReached = atLeast === undefined ? ratio.median <= (atMost ?? 0) : ratio.median >= atLeast;
  const goal = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
  return `${goal} ${isReached ? 'reached' : 'missed'}`;
};
