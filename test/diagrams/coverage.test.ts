/** The numbers of coverage, and that a reason nobody ever saw is noticed. */
import { describe, expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { numbersOf } from '../../src/cli/diagrams/numbers.ts';
import { refusalCoverage } from '../../src/cli/diagrams/refusal-coverage.ts';
import { chartOf } from '../../src/kernel/drawing/chart.ts';
import type { Lifecycle } from '../../src/kernel/lifecycle.ts';
import { door, job } from './small-lifecycles.ts';

const refusalsOf = (lifecycle: Lifecycle) =>
  refusalCoverage(
    chartOf(lifecycle),
    numbersOf(lifecycle).map(({ exploration }) => exploration),
  );

/** `job` with some of its cases only. */
const jobWithout = (name: string): Lifecycle => ({
  ...job,
  cases: { ...job.cases, events: job.cases.events.filter((each) => each.name !== name) },
});

describe('the refusals', () => {
  test('of every lifecycle are all seen, or exempt with why', () => {
    for (const lifecycle of lifecycles) {
      const { reasons, exempt } = refusalsOf(lifecycle);
      expect(reasons.length).toBeGreaterThan(0);
      expect(exempt.filter(({ why }) => why === '')).toEqual([]);
    }
  });

  test('are counted for each creation case', () => {
    expect(refusalsOf(job).reasons).toEqual([
      { reason: 'TERMINAL_STATE', seen: [3] },
      { reason: 'NOT_OK', seen: [1] },
    ]);
  });

  test('that the shape of a machine rules out are exempt for that reason', () => {
    const whyOf = (lifecycle: Lifecycle, reason: string): string | undefined =>
      refusalsOf(lifecycle).exempt.find((each) => each.reason === reason)?.why;
    expect(whyOf(door, 'TERMINAL_STATE')).toBe('it has no final state');
    expect(whyOf(door, 'ILLEGAL_TRANSITION')).toBe(undefined);
    expect(whyOf(job, 'ILLEGAL_TRANSITION')).toContain('every event has a place');
    expect(whyOf(job, 'TERMINAL_STATE')).toBe(undefined);
  });

  test('are not generated with a reason that no case meets and nobody has exempted', () => {
    expect(() => refusalsOf(jobWithout('JobDone (not ok)'))).toThrow(
      'job: the refusal NOT_OK is met by no case',
    );
  });
});

test('a small machine is counted by hand', () => {
  // in-hand stays at a note and is done at JobDone; done takes nothing.
  expect(numbersOf(job)).toMatchObject([
    {
      creation: 'opened',
      states: 2,
      tried: 6,
      declared: 6,
      accepted: 2,
      edgePairs: 2,
    },
  ]);
});

test('every state is tried with every event case, in every lifecycle', () => {
  for (const lifecycle of lifecycles)
    for (const { tried, declared } of numbersOf(lifecycle)) expect(tried).toBe(declared);
});
