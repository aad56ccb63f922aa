import { describe, expect, it } from 'vitest';
import { closingLine, type Outcome } from './closing-line.ts';

const cases: readonly [says: string, outcome: Outcome, exitCode: number, line: string][] = [
  [
    'counts what passed and failed',
    { states: ['passed', 'failed', 'passed'], failuresOutsideTests: 0 },
    1,
    '2 passed, 1 failed',
  ],
  [
    'names skipped tests only if there are any',
    { states: ['passed', 'skipped'], failuresOutsideTests: 0 },
    0,
    '1 passed, 0 failed, 1 skipped',
  ],
  [
    'counts a file that does not load as a failure',
    { states: ['passed'], failuresOutsideTests: 1 },
    1,
    '1 passed, 1 failed',
  ],
  [
    'never closes a failed run with no failure',
    { states: [], failuresOutsideTests: 0 },
    1,
    '0 passed, 1 failed',
  ],
];

describe('the closing line', () => {
  it.each(cases)('%s', (_, outcome, exitCode, line) => {
    expect(closingLine(outcome, exitCode)).toBe(line);
  });
});
