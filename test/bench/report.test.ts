/** The report says what was measured: the median with its spread, a missed goal as missed, what is absent as absent. */
import { expect, it } from 'vitest';
import { toMarkdown } from './report/markdown.ts';
import { toJson, type Results } from './report/results.ts';
import { toSvg } from './report/svg.ts';
import { ratioOf, rowOf } from './rounds.ts';
import { percentile, spreadOf, type Sample } from './statistics.ts';

const sample = (perSecond: number): Sample => ({ perSecond, p50Ms: 1, p99Ms: 2 });
const own = [300, 500, 100].map(sample);
const textbook = [100, 100, 200].map(sample);

const results: Results = {
  machine: { processor: 'P', cores: 2, memoryGb: 8, node: 'v20', postgres: { fsync: 'on' } },
  at: '2026-01-01T00:00:00.000Z',
  rounds: 3,
  isQuick: false,
  rows: [
    rowOf('textbook16', 'textbook', textbook, null),
    rowOf('storePg64', 'store', own, ratioOf(own, textbook, 'perSecond')),
  ],
  absent: ['deliveriesPg'],
};

it('compares round by round and states the median with the least and the most', () => {
  expect(ratioOf(own, textbook, 'perSecond')).toStrictEqual({ median: 3, least: 0.5, most: 5 });
  expect(spreadOf([4, 1, 3, 2])).toStrictEqual({ median: 2.5, least: 1, most: 4 });
  expect(percentile([1, 2, 3, 4], 0.99)).toBe(4);
});

it('says that a goal is missed, and what the database promised', () => {
  expect(toMarkdown(results)).toContain('**3** (0.5–5) | ≥ 10 missed');
  expect(toMarkdown(results)).toContain('fsync on');
});

it('names what is absent and gives it no number', () => {
  expect(toMarkdown(results)).toContain(
    'Absent, since what they measure is not built yet: deliveriesPg',
  );
  expect(JSON.parse(toJson(results))).toMatchObject({
    ratios: { storePg64: 3 },
    spread: { storePg64: [0.5, 5] },
    absolute: { textbook16: { perSecond: 100 } },
    absent: ['deliveriesPg'],
  });
  expect(toJson(results)).not.toContain('"deliveriesPg":');
});

it('draws a bar for each ratio to the textbook', () => {
  expect(toSvg(results).match(/class="bar"/g)).toHaveLength(1);
});
