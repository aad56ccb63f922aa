/** The report for people. */
import type { Row } from '../rounds.ts';
import type { Spread } from '../statistics.ts';
import { judge } from './goals.ts';
import type { Results } from './results.ts';

const digits = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 3 });

const ratio = (spread: Spread | null): string =>
  spread === null
    ? '–'
    : `**${digits(spread.median)}** (${digits(spread.least)}–${digits(spread.most)})`;

const line = ({ name, says, ratio: compared, perSecond, p50Ms, p99Ms }: Row): string =>
  `| ${says} | \`${name}\` | ${ratio(compared)} | ${judge(name, compared)} | ${digits(perSecond.median)} | ${digits(p50Ms.median)} | ${digits(p99Ms.median)} |`;

const conditions = ({ machine, at, rounds, isQuick }: Results): string => {
  const { server_version: version, ...settings } = machine.postgres;
  const said = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return [
    `${at}, ${rounds} rounds${isQuick ? ', quick' : ''}. ${machine.processor}, ${machine.cores} cores, ${machine.memoryGb} GB; everything on this machine. Node.js ${machine.node}, PostgreSQL ${version} (${said.join(', ')}).`,
    '',
    'Ratio: median over the rounds, with the least and the most; each case is compared with the textbook transaction that ran just before it, or with what its name says. More is better for a throughput, less for a latency.',
  ].join('\n');
};

export const toMarkdown = (results: Results): string =>
  [
    '# Bench',
    '',
    conditions(results),
    '',
    '| what | name | ratio | goal | per second | p50 ms | p99 ms |',
    '|---|---|---|---|---|---|---|',
    ...results.rows.map(line),
    '',
    ...(results.absent.length === 0
      ? []
      : [`Absent, since what they measure is not built yet: ${results.absent.join(', ')}.`, '']),
  ].join('\n');
