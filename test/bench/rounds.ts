/** Measures several things in turns, round after round, so that whatever drifts hits all of them. */
import { spreadOf, type Sample, type Spread } from './statistics.ts';

export type Run = () => Promise<Sample>;

/** One line of the report. */
export interface Row {
  /** What the ratio is called in the JSON. */
  readonly name: string;
  readonly says: string;
  /** To what it is compared, in throughput or in median latency; null: nothing. */
  readonly ratio: Spread | null;
  readonly perSecond: Spread;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
}

/** The samples of each run, one a round. */
export const inTurns = async (rounds: number, runs: readonly Run[]): Promise<Sample[][]> => {
  const samples: Sample[][] = runs.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, run] of runs.entries()) samples[index]?.push(await run());
  return samples;
};

type Measure = 'perSecond' | 'p50Ms';

/** The ratio of two things round by round: what was measured side by side is compared. */
export const ratioOf = (
  own: readonly Sample[],
  base: readonly Sample[],
  measure: Measure,
): Spread =>
  spreadOf(own.map((sample, round) => sample[measure] / (base[round]?.[measure] ?? Number.NaN)));

export const rowOf = (
  name: string,
  says: string,
  own: readonly Sample[],
  ratio: Spread | null,
): Row => ({
  name,
  says,
  ratio,
  perSecond: spreadOf(own.map(({ perSecond }) => perSecond)),
  p50Ms: spreadOf(own.map(({ p50Ms }) => p50Ms)),
  p99Ms: spreadOf(own.map(({ p99Ms }) => p99Ms)),
});
