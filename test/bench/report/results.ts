/** A whole run's results, and their form as JSON. */
import type { Machine } from '../machine.ts';
import type { Row } from '../rounds.ts';

export interface Results {
  readonly machine: Machine;
  /** ISO 8601. */
  readonly at: string;
  readonly rounds: number;
  readonly isQuick: boolean;
  readonly rows: readonly Row[];
  /** The names of what cannot be measured yet. */
  readonly absent: readonly string[];
}

const exact = (value: number): number => Number(value.toPrecision(4));

export const toJson = ({ machine, at, rounds, isQuick, rows, absent }: Results): string => {
  const compared = rows.flatMap(({ name, ratio }) => (ratio === null ? [] : [{ name, ratio }]));
  return JSON.stringify(
    {
      machine,
      at,
      rounds,
      quick: isQuick,
      ratios: Object.fromEntries(compared.map(({ name, ratio }) => [name, exact(ratio.median)])),
      spread: Object.fromEntries(
        compared.map(({ name, ratio }) => [name, [exact(ratio.least), exact(ratio.most)]]),
      ),
      absolute: Object.fromEntries(
        rows.map(({ name, perSecond, p50Ms, p99Ms }) => [
          name,
          {
            perSecond: exact(perSecond.median),
            p50Ms: exact(p50Ms.median),
            p99Ms: exact(p99Ms.median),
          },
        ]),
      ),
      absent,
    },
    null,
    2,
  );
};
