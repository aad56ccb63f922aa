/** Random choices that a seed repeats. A small generator (mulberry32); for tests only. */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  /** True this often. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** `count` different ones. */
  some<T>(from: readonly T[], count: number): T[];
}

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    some(from, count) {
      const rest = [...from];
      return Array.from({ length: Math.min(count, rest.length) }, () =>
        rest.splice(below(rest.length), 1),
      ).flat();
    },
  };
};
