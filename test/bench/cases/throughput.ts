/** How many events a second, beside the textbook transaction. */
import { closedLoop, type Lane } from '../closed-loop.ts';
import { inTurns, ratioOf, rowOf, type Row } from '../rounds.ts';
import type { World } from '../world.ts';
import type { Case } from './case.ts';

/** Two of the cases, compared round by round. */
interface Comparison {
  readonly name: string;
  readonly says: string;
  readonly of: string;
  readonly to: string;
}

const COMPARISONS: readonly Comparison[] = [
  {
    name: 'twoProcessesToOne',
    says: 'two service processes to one',
    of: 'httpPg64On2',
    to: 'httpPg64',
  },
  {
    name: 'fourProcessesToOne',
    says: 'four service processes to one',
    of: 'httpPg64On4',
    to: 'httpPg64',
  },
];

/** The textbook's row first, then a row a case; the textbook runs before each case in each round. */
export const measureThroughput = async (
  { options }: World,
  textbook: readonly Lane[],
  cases: readonly Case[],
): Promise<Row[]> => {
  const { rounds, sliceMs, textbookMs, warmUpMs } = options;
  await closedLoop(textbook, warmUpMs);
  for (const { run } of cases) await run(warmUpMs);
  const samples = await inTurns(
    rounds,
    cases.flatMap(({ run }) => [() => closedLoop(textbook, textbookMs), () => run(sliceMs)]),
  );
  const bases = cases.map((_, index) => samples[2 * index] ?? []);
  const own = new Map(cases.map(({ name }, index) => [name, samples[2 * index + 1] ?? []]));
  return [
    rowOf('textbook16', 'textbook transaction, 16 connections', bases.flat(), null),
    ...cases.map(({ name, says }, index) => {
      const mine = own.get(name) ?? [];
      return rowOf(name, says, mine, ratioOf(mine, bases[index] ?? [], 'perSecond'));
    }),
    ...COMPARISONS.flatMap(({ name, says, of, to }) => {
      const [mine, base] = [own.get(of), own.get(to)];
      if (mine === undefined || base === undefined) return [];
      return [rowOf(name, says, mine, ratioOf(mine, base, 'perSecond'))];
    }),
  ];
};
