/** The few numbers that a bench makes of many. */

/** What one slice of time showed. */
export interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A number with the least and the most that any round gave. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** The value below which this share of the sorted ones lies. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

export const sampleOf = (latencies: readonly number[], ms: number): Sample => {
  const sorted = ascending(latencies);
  return {
    perSecond: (latencies.length * 1_000) / ms,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  };
};

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = ascending(values);
  const middle = (sorted.length - 1) / 2;
  const low = sorted[Math.floor(middle)] ?? Number.NaN;
  const high = sorted[Math.ceil(middle)] ?? Number.NaN;
  return {
    median: (low + high) / 2,
    least: sorted[0] ?? Number.NaN,
    most: sorted.at(-1) ?? Number.NaN,
  };
};
