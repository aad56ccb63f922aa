/**
 * The same pairs, cold: before every step the state is persisted, sent through JSON
 * and restored, as a service does that was started a moment ago.
 */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { explore } from '../../src/kernel/explore.ts';
import type { Lifecycle } from '../../src/kernel/lifecycle.ts';
import { persist, restore } from '../../src/kernel/machine.ts';
import { step, type State, type Verdict } from '../../src/kernel/step.ts';
import { answerOf, plain } from './comparison.ts';
import { judge, knows } from './judge/judge.ts';

const cases = lifecycles.map((lifecycle) => ({ name: lifecycle.name, lifecycle }));

const written = (lifecycle: Lifecycle, state: State): string =>
  JSON.stringify(persist(lifecycle, state.machine));

const stored = (lifecycle: Lifecycle, verdict: Verdict): unknown =>
  verdict.refused ? verdict : JSON.parse(written(lifecycle, verdict.state));

test.each(cases)(
  'a $name restored before every step answers as the one that stayed warm, and as the judge where it has one',
  ({ name, lifecycle }) => {
    const { states, tried } = explore(lifecycle);
    const texts = new Map([...states].map(([key, state]) => [key, written(lifecycle, state)]));
    const wrong = tried.filter(({ from, fact, verdict }) => {
      const machine = restore(lifecycle, JSON.parse(texts.get(from) ?? 'null'));
      const state: State = { instanceId: 'explored', version: 0, machine };
      const before = plain(lifecycle, state);
      const cold = step(lifecycle, state, { ...fact, instanceId: 'explored', sequence: 1 });
      return !(
        (!knows(name) || isDeepStrictEqual(answerOf(lifecycle, cold), judge(name, before, fact))) &&
        isDeepStrictEqual(stored(lifecycle, cold), stored(lifecycle, verdict))
      );
    });
    expect(tried.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  },
);

test.each(cases)('a step leaves the $name state that it was given as it was', ({ lifecycle }) => {
  const { states, tried } = explore(lifecycle);
  const before = new Map([...states].map(([key, state]) => [key, written(lifecycle, state)]));
  for (const { from, fact } of tried) {
    const state = states.get(from);
    if (state !== undefined)
      step(lifecycle, state, { ...fact, instanceId: 'explored', sequence: 1 });
  }
  const moved = [...states].filter(([key, state]) => written(lifecycle, state) !== before.get(key));
  expect(moved).toEqual([]);
});
