/**
 * Numbers and names come before rules: every accepted pair of exploration is tried
 * again with an old sequence, with a gap and under another instance's name.
 */
import { expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { explore } from '../../src/kernel/explore.ts';
import { step } from '../../src/kernel/step.ts';

const VERSION = 4;

const attempts = [
  { reason: 'DUPLICATE_OR_OLD_SEQUENCE', sequence: VERSION, instanceId: 'explored' },
  { reason: 'DUPLICATE_OR_OLD_SEQUENCE', sequence: 1, instanceId: 'explored' },
  { reason: 'SEQUENCE_GAP', sequence: VERSION + 2, instanceId: 'explored' },
  { reason: 'INSTANCE_ID_MISMATCH', sequence: VERSION + 1, instanceId: 'another' },
];

const cases = lifecycles.flatMap((lifecycle) => {
  const exploration = explore(lifecycle);
  return attempts.map(({ reason, sequence, instanceId }) => ({
    name: lifecycle.name,
    lifecycle,
    exploration,
    reason,
    sequence,
    instanceId,
  }));
});

test.each(cases)(
  'no $name event is judged by its content at sequence $sequence of $instanceId: $reason',
  ({ lifecycle, exploration: { states, tried }, reason, sequence, instanceId }) => {
    const reasons = tried.flatMap(({ from, fact }) => {
      const state = states.get(from);
      if (state === undefined) return [];
      const verdict = step(
        lifecycle,
        { ...state, version: VERSION },
        {
          ...fact,
          sequence,
          instanceId,
        },
      );
      return [verdict.refused ? verdict.reason : 'accepted'];
    });
    expect(reasons.length).toBe(tried.length);
    expect(new Set(reasons)).toEqual(new Set([reason]));
  },
);
