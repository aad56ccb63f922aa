/**
 * The machine and the judge on histories that nobody thought of. Both are carried along
 * for themselves, the machine through JSON at every step, so that a difference in what
 * they remember shows later. On failure fast-check prints the seed and the shortest history.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alarm } from '../../machines/alarm/lifecycle.ts';
import { task } from '../../machines/task/lifecycle.ts';
import type { Lifecycle } from '../../src/kernel/lifecycle.ts';
import { persist, restore } from '../../src/kernel/machine.ts';
import { create, step, type State } from '../../src/kernel/step.ts';
import { answerOf } from './comparison.ts';
import { sentences } from './judge/invariants.ts';
import { judge, judgeCreation } from './judge/judge.ts';
import { alarmWalks, near, taskWalks, type Walk } from './random-walks.ts';

const throughJson = (lifecycle: Lifecycle, state: State): State => {
  const stored: unknown = JSON.parse(JSON.stringify(persist(lifecycle, state.machine)));
  return { ...state, machine: restore(lifecycle, stored) };
};

/** Walks both along the history and returns the statuses reached. @throws at the first difference */
const walk = (lifecycle: Lifecycle, { creation, events }: Walk): string[] => {
  const { name } = lifecycle;
  const book = name === 'task' ? sentences.task : sentences.alarm;
  const type = lifecycle.creation.event;
  const birth = create(lifecycle, { instanceId: 'i', sequence: 0, type, payload: creation });
  let judged = judgeCreation(name, creation);
  expect(answerOf(lifecycle, birth)).toEqual({ accepted: true, next: judged, evidence: {} });
  if (birth.refused) return [];
  let state = birth.state;
  const statuses: string[] = [];
  for (const event of events) {
    const fact = { type: event.type, payload: near(event.payload, judged.context) };
    const place = { instanceId: 'i', sequence: state.version + 1 };
    const verdict = step(lifecycle, throughJson(lifecycle, state), { ...fact, ...place });
    const judgement = judge(name, judged, fact);
    expect({ fact, answer: answerOf(lifecycle, verdict) }).toEqual({ fact, answer: judgement });
    if (verdict.refused || !judgement.accepted) continue;
    state = verdict.state;
    judged = judgement.next;
    statuses.push(judged.status);
    for (const { says, holds } of book) expect(holds(judged), says).toBe(true);
  }
  return statuses;
};

test.each([
  { lifecycle: task, drawn: taskWalks, runs: 500 },
  { lifecycle: alarm, drawn: alarmWalks, runs: 300 },
])(
  'on random histories the $lifecycle.name machine, cold at every step, does what the judge says',
  ({ lifecycle, drawn, runs }) => {
    const reached = new Set<string>(
      ['OPEN', 'queued'].filter((s) => lifecycle.statuses.includes(s)),
    );
    fc.assert(
      fc.property(drawn, (history) => {
        for (const status of walk(lifecycle, history)) reached.add(status);
      }),
      { numRuns: runs },
    );
    expect([...reached].toSorted()).toEqual([...lifecycle.statuses].toSorted());
  },
);
