/** The racing pairs that exploration finds, played again from the beginning of their histories. */
import { expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { stateKey } from '../../src/kernel/explore.ts';
import { fold } from '../../src/kernel/fold.ts';
import type { Fact, Lifecycle } from '../../src/kernel/lifecycle.ts';
import { racingPairs, type RacingPair } from '../../src/kernel/races.ts';
import { step } from '../../src/kernel/step.ts';
import { job } from './small-lifecycles.ts';

const races = lifecycles.map((lifecycle) => ({
  name: lifecycle.name,
  lifecycle,
  pairs: racingPairs(lifecycle),
}));

const racesOf = (wanted: string): readonly RacingPair[] =>
  races.find(({ name }) => name === wanted)?.pairs ?? [];

/** The reason of a refusal, or the key of the state, after the history and then both events. */
const played = (lifecycle: Lifecycle, history: readonly Fact[], last: Fact): string => {
  const numbered = history.map((fact, sequence) => ({ ...fact, instanceId: 'i', sequence }));
  const state = fold(lifecycle, numbered);
  if (state === null) throw new Error('a history begins with its creation');
  const verdict = step(lifecycle, state, { ...last, instanceId: 'i', sequence: history.length });
  return verdict.refused ? verdict.reason : stateKey(lifecycle, verdict.state);
};

const fact = ({ type, payload }: Fact): Fact => ({ type, payload });

test.each(races)(
  'the order of a racing pair of the $name makes a difference, from event 0 on',
  ({ lifecycle, pairs }) => {
    // A twentieth of them, evenly: the histories are what costs time.
    const sample = pairs.length < 100 ? pairs : pairs.filter((_, index) => index % 20 < 2);
    for (const { history, first, second, answer } of sample) {
      const one = played(lifecycle, [...history, fact(first)], fact(second));
      const other = played(lifecycle, [...history, fact(second)], fact(first));
      expect(one).toBe(answer.refused ? answer.reason : stateKey(lifecycle, answer.state));
      expect(one).not.toBe(answer.refused ? null : other);
    }
  },
);

test.each(races)('every racing pair of the $name is there in both orders', ({ pairs }) => {
  const key = ({ creation, history, first, second }: RacingPair): string =>
    JSON.stringify([creation, history, first.name, second.name]);
  const turned = (pair: RacingPair): RacingPair => ({
    ...pair,
    first: pair.second,
    second: pair.first,
  });
  const keys = new Set(pairs.map(key));
  expect(keys.size).toBe(pairs.length);
  expect(pairs.filter((pair) => !keys.has(key(turned(pair))))).toEqual([]);
});

test('two operators at one alarm race, and a note races with the end of a job', () => {
  const told = (pairs: readonly RacingPair[]) =>
    pairs.map(({ status, first, second, answer }) => [
      status,
      first.name,
      second.name,
      answer.refused ? answer.reason : 'accepted',
    ]);
  expect(told(racesOf('alarm'))).toEqual([
    ['OPEN', 'AlarmAcknowledged', 'AlarmClosed', 'accepted'],
    ['OPEN', 'AlarmClosed', 'AlarmAcknowledged', 'TERMINAL_STATE'],
  ]);
  expect(told(racingPairs(job))).toEqual([
    ['in-hand', 'JobNoted', 'JobDone', 'accepted'],
    ['in-hand', 'JobDone', 'JobNoted', 'TERMINAL_STATE'],
  ]);
});

test('under both policies a completion and a cancellation race, and the policy shows', () => {
  const answers = racesOf('task')
    .filter(
      ({ status, first, second }) =>
        status === 'running' &&
        first.name === 'CancellationRequested' &&
        second.name === 'TaskCompleted',
    )
    .map(({ creation, answer }) => `${creation}: ${answer.refused ? answer.reason : 'accepted'}`);
  expect([...new Set(answers)]).toEqual([
    'completion-wins: accepted',
    'cancellation-wins: CANCELLATION_WINS',
  ]);
});
