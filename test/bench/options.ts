/** What a run is asked to do, from its arguments. */
import { parseArgs } from 'node:util';

export interface Options {
  readonly rounds: number;
  /** How long a case is measured in one round, and the textbook before it. */
  readonly sliceMs: number;
  readonly textbookMs: number;
  readonly warmUpMs: number;
  readonly isQuick: boolean;
  /** The lengths of the histories that are loaded and appended to. */
  readonly histories: readonly number[];
  /** How many events are stored before the throughput is measured; null: not measured. */
  readonly storedEvents: number | null;
  /** Only cases whose group is named; null: all. */
  readonly only: readonly string[] | null;
  /** The service writes a CPU profile, which is read into the report. */
  readonly isProfiled: boolean;
}

const LARGE = 10_000_000;

export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      stored: { type: 'string' },
      only: { type: 'string' },
      profile: { type: 'boolean', default: false },
    },
  });
  const { quick, large, stored, only, profile } = values;
  const storedEvents = stored === undefined ? null : Number(stored);
  return {
    ...(quick
      ? { rounds: 3, sliceMs: 600, textbookMs: 400, warmUpMs: 500 }
      : { rounds: 5, sliceMs: 2_000, textbookMs: 1_500, warmUpMs: 2_000 }),
    isQuick: quick,
    histories: quick ? [10, 10_000] : [10, 10_000, 1_000_000],
    storedEvents: storedEvents ?? (large ? LARGE : null),
    only: only?.split(',') ?? null,
    isProfiled: profile,
  };
};
