/**
 * Every state that the cases reach × every event case, answered by the machine and by
 * the judge. The judge was written by hand from the specification and shares no code
 * with the machine, so an error has to be made twice, alike, to pass.
 */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { explore } from '../../src/kernel/explore.ts';
import { kernelReasons } from '../../src/kernel/refusal.ts';
import { allowed, hasPlace } from '../../src/kernel/step.ts';
import { answerOf, differences, pairsOf, plain } from './comparison.ts';
import { sentences } from './judge/invariants.ts';
import { judgePlace, knows, tableOf } from './judge/judge.ts';
import { widened } from './wide-cases.ts';

/** Refusals of the tables that no history can lead to, each with the reason why. */
const unreachable: Readonly<Record<string, string>> = {
  'queued TaskStarted ATTEMPTS_EXHAUSTED':
    'AttemptFailed alone leads back to queued, and it asks for an attempt that is left',
};

/** Reasons of the kernel that exploration cannot see, with what sees them instead. */
const seenElsewhere: Readonly<Record<string, string>> = {
  INSTANCE_ID_MISMATCH: 'exploration names the right instance; numbering.test.ts the wrong one',
  DUPLICATE_OR_OLD_SEQUENCE: 'exploration numbers rightly; numbering.test.ts does not',
  SEQUENCE_GAP: 'exploration numbers rightly; numbering.test.ts does not',
  INVARIANT_BROKEN: 'no path of a sound machine leads to it; step-order.test.ts has an unsound one',
};

const judged = lifecycles.filter(({ name }) => knows(name));
const own = judged.map((lifecycle) => ({ lifecycle, which: 'its own cases' }));
const more = judged.map((lifecycle) => ({
  lifecycle: widened(lifecycle),
  which: 'its own and the wider cases',
}));

describe.each([...own, ...more])(
  'the $lifecycle.name machine and the judge, over $which,',
  ({ lifecycle }) => {
    const { name } = lifecycle;
    const exploration = explore(lifecycle);
    const pairs = pairsOf(lifecycle, exploration);
    const table = tableOf(name);

    test('give the same answer, or the same reason, for every state and event case', () => {
      expect(pairs.length).toBe(
        lifecycle.cases.creations.length + exploration.states.size * lifecycle.cases.events.length,
      );
      expect(differences(lifecycle, exploration)).toEqual([]);
    });

    test('were asked only about payloads that the schemas accept as they are', () => {
      const odd = exploration.tried.filter(({ fact }) => {
        const parsed = lifecycle.events[fact.type]?.payload.safeParse(fact.payload);
        return !isDeepStrictEqual(parsed?.data, fact.payload);
      });
      expect(odd).toEqual([]);
    });

    test('know the same statuses and the same events, and exploration saw all of them', () => {
      const inTable = new Set(table.rows.flatMap(({ from, to }) => [...from, to]));
      inTable.delete('same');
      const seen = new Set(pairs.flatMap(({ before }) => (before === null ? [] : [before.status])));
      expect([...seen].toSorted()).toEqual([...inTable].toSorted());
      expect([...seen].toSorted()).toEqual([...lifecycle.statuses].toSorted());

      const events = [lifecycle.creation.event, ...table.rows.map(({ event }) => event)];
      const accepted = pairs.filter(({ machine }) => machine.accepted).map(({ type }) => type);
      expect([...new Set(accepted)].toSorted()).toEqual([...new Set(events)].toSorted());
      expect([...new Set(accepted)].toSorted()).toEqual(Object.keys(lifecycle.events).toSorted());
    });

    test('have met on every row of the table: accepted, and refused by each of its conditions', () => {
      const seen = new Set(
        pairs.map(({ before, type, machine }) =>
          [before?.status, type, machine.accepted ? 'accepted' : machine.reason].join(' '),
        ),
      );
      const declared = table.rows.flatMap(({ from, event, conditions = [] }) =>
        from.flatMap((status) =>
          ['accepted', ...conditions.map(({ refusal }) => refusal)].map((answer) =>
            [status, event, answer].join(' '),
          ),
        ),
      );
      const exempt = Object.keys(unreachable).filter((key) => declared.includes(key));
      const missing = [...new Set(declared)].filter((key) => !seen.has(key));
      expect(missing).toEqual(exempt);
    });

    test('give every reason of the kernel and the tables, but for those listed with why', () => {
      const reasons = new Set(
        pairs.flatMap(({ machine }) => (machine.accepted ? [] : [machine.reason])),
      );
      const declared = [
        ...Object.keys(kernelReasons),
        ...table.rows.flatMap(({ conditions = [] }) => conditions.map(({ refusal }) => refusal)),
      ];
      const missing = [...new Set(declared)].filter((reason) => !reasons.has(reason));
      expect(missing.toSorted()).toEqual(Object.keys(seenElsewhere).toSorted());
      expect([...reasons].filter((reason) => !declared.includes(reason))).toEqual([]);
    });

    test('read the table without choice: one row per status and event', () => {
      const places = table.rows.flatMap(({ from, event }) =>
        from.map((status) => `${status} ${event}`),
      );
      expect(new Set(places).size).toBe(places.length);
    });

    test('agree on which events and commands have a place in every state', () => {
      const wrong = [...exploration.states.values()].flatMap((state) => {
        const at = plain(lifecycle, state);
        const events = Object.keys(lifecycle.events).filter(
          (type) => hasPlace(lifecycle, state, type) !== judgePlace(name, at, type),
        );
        const commands = Object.entries(lifecycle.commands)
          .filter(([, { yields }]) => yields.some((type) => judgePlace(name, at, type)))
          .map(([type]) => type);
        const same = JSON.stringify(allowed(lifecycle, state)) === JSON.stringify(commands);
        return events.length === 0 && same ? [] : [{ at, events, commands }];
      });
      expect(wrong).toEqual([]);
    });

    test('leave every invariant of the specification true in every state', () => {
      const book = name === 'task' ? sentences.task : sentences.alarm;
      const broken = [...exploration.states.values()].flatMap((state) => {
        const at = plain(lifecycle, state);
        return book.filter(({ holds }) => !holds(at)).map(({ says }) => ({ says, at }));
      });
      expect(broken).toEqual([]);
    });

    test('record in evidence where a step came from and where it led', () => {
      const wrong = exploration.tried.filter(({ from, verdict }) => {
        const before = exploration.states.get(from);
        if (verdict.refused || before === undefined) return false;
        const { previousStatus, nextStatus, previousRegions, nextRegions } = verdict.evidence;
        const was = plain(lifecycle, before);
        const answer = answerOf(lifecycle, verdict);
        return !(
          answer.accepted &&
          previousStatus === was.status &&
          nextStatus === answer.next.status &&
          JSON.stringify(previousRegions) === JSON.stringify(was.regions) &&
          JSON.stringify(nextRegions) === JSON.stringify(answer.next.regions)
        );
      });
      expect(wrong).toEqual([]);
    });
  },
);
