/**
 * The test of the test: wrong machines, each with one mistake, and the comparison with
 * the judge has to find every one. First the mistakes a person would make, then every
 * small one that can be made by machine; those that change nothing are listed with why.
 */
import { describe, expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { knows } from './judge/judge.ts';
import { firstDifference, storedStates } from './mutants/catch.ts';
import { reasonsFor, whyEquivalent } from './mutants/equivalent.ts';
import type { Change } from './mutants/mutate.ts';
import { plantedInAlarm } from './mutants/planted-alarm.ts';
import { plantedInTaskMoves } from './mutants/planted-task-moves.ts';
import { plantedInTaskRules } from './mutants/planted-task-rules.ts';
import { systematicChanges } from './mutants/systematic.ts';
import { widened } from './wide-cases.ts';

const planted: Readonly<Record<string, readonly Change[]>> = {
  task: [...plantedInTaskRules, ...plantedInTaskMoves],
  alarm: plantedInAlarm,
};

/** A change with a good reason to show nowhere is tried in every fifth state only: the reason is the proof. */
const SAMPLE = 5;

const judged = lifecycles.filter(({ name }) => knows(name));

describe.each(judged.map((lifecycle) => ({ name: lifecycle.name, lifecycle })))(
  'a $name machine',
  ({ name, lifecycle }) => {
    const wide = widened(lifecycle);
    const states = storedStates(lifecycle);
    const changes = systematicChanges(lifecycle);

    test('rebuilt without a change is no different', () => {
      expect(firstDifference(wide, { says: 'nothing' }, states)).toBeNull();
    });

    test('with a mistake planted by hand is found out', () => {
      const found = (planted[name] ?? []).map((change) => ({
        says: change.says,
        seen: firstDifference(wide, change, states),
      }));
      process.stdout.write(
        found.map(({ says, seen }) => `${says}\n    ${seen ?? 'NOT SEEN'}\n`).join(''),
      );
      expect(found.length).toBeGreaterThan(0);
      expect(found.filter(({ seen }) => seen === null)).toEqual([]);
    });

    test('with any mistake made by machine is found out, unless a reason says that it cannot be', () => {
      const missed = changes
        .filter(({ says }) => whyEquivalent(name, says) === undefined)
        .filter((change) => firstDifference(wide, change, states) === null);
      expect(missed.map(({ says }) => says)).toEqual([]);
    });

    test('with a change that a reason calls none is no different', () => {
      const sample = states.filter((_, index) => index % SAMPLE === 0);
      const wrongly = changes
        .filter(({ says }) => whyEquivalent(name, says) !== undefined)
        .filter((change) => firstDifference(wide, change, sample) !== null);
      expect(wrongly.map(({ says }) => says)).toEqual([]);
      const idle = reasonsFor(name).filter(
        ({ says }) => !changes.some((each) => says.test(each.says)),
      );
      expect(idle).toEqual([]);
    });
  },
);
