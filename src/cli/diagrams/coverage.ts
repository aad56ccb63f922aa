/** coverage.md: how much of each lifecycle is tried, and what proves the acceptance list. Owns its words. */
import type { Chart } from '../../kernel/drawing/chart.ts';
import type { Lifecycle } from '../../kernel/lifecycle.ts';
import { racingPairs, type RacingPair } from '../../kernel/races.ts';
import { acceptanceTable, type AcceptanceList } from './acceptance.ts';
import { code, document, plain, table } from './markdown.ts';
import { numbersOf, type Numbers } from './numbers.ts';
import { racesTable } from './races-table.ts';
import { refusalCoverage, type RefusalCoverage } from './refusal-coverage.ts';

export interface Subject {
  readonly lifecycle: Lifecycle;
  readonly chart: Chart;
}

export const coverageOf = (subjects: readonly Subject[], acceptance: AcceptanceList): string =>
  document([
    '# Coverage',
    '<!-- Made by `npm run diagrams`. -->',
    'Counted from the machines themselves: every state that the cases of a lifecycle reach, with ' +
      'every event case in each. `test/model/every-pair.test.ts` compares each answer with a table ' +
      'written by hand. The numbers say that the model is covered, not that it is complete.',
    ...subjects.flatMap(sectionOf),
    '## Acceptance',
    acceptanceTable(acceptance),
  ]);

const sectionOf = ({ lifecycle, chart }: Subject): string[] => {
  const numbers = numbersOf(lifecycle);
  const races = racingPairs(lifecycle);
  const refusals = refusalCoverage(
    chart,
    numbers.map(({ exploration }) => exploration),
  );
  const creations = numbers.map(({ creation }) => creation);
  return [
    `## ${plain(lifecycle.name)}`,
    numbersTable(numbers, races, refusals),
    'Edge pairs are pairs of accepted events of which one follows the other. A reason that one ' +
      'creation case cannot meet is met by another, or is exempt.',
    `### Refusals of ${plain(lifecycle.name)}`,
    refusalsTable(refusals, creations),
    'Exempt, since no case can meet them:',
    refusals.exempt.map(({ reason, why }) => `- ${code(reason)}: ${why}.`).join('\n'),
    `### Races of ${plain(lifecycle.name)}`,
    'Two events, both possible in the same state, whose order changes the result: another final ' +
      'state, or one is refused after the other. A pair is a state and two event cases in one order; ' +
      'a case is not paired with itself, since that has one order only. The one that comes second ' +
      'was decided on the same state as the first. `test/race/every-race.test.ts` races every one, ' +
      'both orders, through the service on PostgreSQL.',
    racesTable(races, creations),
  ];
};

const numbersTable = (
  numbers: readonly Numbers[],
  races: readonly RacingPair[],
  { reasons }: RefusalCoverage,
): string =>
  table(
    [
      'created as',
      'states',
      'state × event case, tried / declared',
      'transition coverage',
      'of them accepted',
      'reasons seen / declared, without the exempt',
      'edge pairs',
      'racing pairs',
    ],
    numbers.map(({ creation, states, tried, declared, accepted, edgePairs }, index) => [
      code(creation),
      String(states),
      `${tried} / ${declared}`,
      percentage(tried, declared),
      String(accepted),
      `${reasons.filter(({ seen }) => (seen[index] ?? 0) > 0).length} / ${reasons.length}`,
      String(edgePairs),
      String(races.filter((pair) => pair.creation === creation).length),
    ]),
  );

const percentage = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.floor((part / whole) * 100)} %`;

const refusalsTable = ({ reasons }: RefusalCoverage, creations: readonly string[]): string =>
  table(
    ['reason', ...creations.map((name) => `seen, ${code(name)}`)],
    reasons.map(({ reason, seen }) => [code(reason), ...seen.map(String)]),
  );
