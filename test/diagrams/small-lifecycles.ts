/**
 * Two small lifecycles for the tests of drawing. `job` has two regions, two ways for one event,
 * and words that Mermaid and SVG would trip over; `door` has states in a state, an arrow from
 * anywhere and one that leaves a state only to enter it again.
 */
import { setup } from 'xstate';
import { z } from 'zod';
import { conditionsFor, guardsOf } from '../../src/kernel/condition.ts';
import { defineLifecycle } from '../../src/kernel/define-lifecycle.ts';
import type { Lifecycle } from '../../src/kernel/lifecycle.ts';

type Empty = Record<string, never>;
type JobEvent = { type: 'JobDone'; ok: boolean } | { type: 'JobNoted' };

const { when, at } = conditionsFor<Empty, JobEvent>();
const isOk = when<'JobDone'>('isOk', 'NOT_OK', 'a "result": #1; 100% <ok>', (_, { ok }) => ok);
const jobConditions = {
  mayFinish: [at('signal', ['off']), isOk],
  mayFinishLoudly: [at('signal', ['on']), isOk],
  workIsDone: [at('work', ['done'])],
};

const nothing = z.strictObject({});
const input = z.strictObject({});

export const job: Lifecycle = defineLifecycle<Empty, JobEvent>({
  name: 'job',
  machine: setup({
    types: { context: {}, events: {} as JobEvent, input: {} },
    guards: guardsOf(jobConditions),
  }).createMachine({
    id: 'job',
    type: 'parallel',
    context: {},
    states: {
      work: {
        initial: 'in-hand',
        states: {
          'in-hand': {
            description: 'Somebody: at it.',
            on: {
              JobNoted: { description: 'A note; no more.' },
              JobDone: [
                { guard: 'mayFinish', target: 'done', description: 'It is done.' },
                { guard: 'mayFinishLoudly', target: 'done', description: 'It is done, and heard.' },
              ],
            },
          },
          done: { type: 'final' },
        },
      },
      signal: {
        initial: 'off',
        states: {
          off: { always: { guard: 'workIsDone', target: 'on', description: 'It rings.' } },
          on: {},
        },
      },
    },
  }),
  decidingRegion: 'work',
  conditions: jobConditions,
  creation: { event: 'JobOpened', says: 'Open a job.', input, roles: ['operator'] },
  events: {
    JobNoted: { says: 'A note.', payload: nothing },
    JobDone: { says: 'Done.', payload: z.strictObject({ ok: z.boolean() }) },
  },
  commands: {},
  cases: {
    creations: [{ name: 'opened', payload: {} }],
    events: [
      { name: 'JobNoted', type: 'JobNoted', payload: () => ({}) },
      { name: 'JobDone', type: 'JobDone', payload: () => ({ ok: true }) },
      { name: 'JobDone (not ok)', type: 'JobDone', payload: () => ({ ok: false }) },
    ],
  },
});

export const door: Lifecycle = defineLifecycle<Empty>({
  name: 'door',
  machine: setup({}).createMachine({
    id: 'door',
    initial: 'open',
    context: {},
    on: { DoorForced: { target: '.broken', description: 'By force.' } },
    states: {
      open: { on: { DoorShut: { target: 'shut', description: 'It falls shut.' } } },
      shut: {
        description: 'Nobody goes through.',
        initial: 'unlocked',
        states: {
          unlocked: { on: { DoorLocked: { target: 'locked', description: 'By key.' } } },
          locked: { on: { DoorUnlocked: { target: 'unlocked', description: 'By key.' } } },
        },
        on: {
          DoorOpened: { target: 'open', description: 'Somebody opens it.' },
          DoorRattled: { target: 'shut', reenter: true, description: 'It falls back.' },
        },
      },
      broken: { on: { DoorMended: { target: 'broken', reenter: true, description: 'In vain.' } } },
    },
  }),
  creation: { event: 'DoorHung', says: 'Hang a door.', input, roles: ['operator'] },
  events: Object.fromEntries(
    [
      'DoorShut',
      'DoorOpened',
      'DoorLocked',
      'DoorUnlocked',
      'DoorRattled',
      'DoorForced',
      'DoorMended',
    ].map((type) => [type, { says: 'It happened.', payload: nothing }]),
  ),
  commands: {},
  cases: {
    creations: [{ name: 'hung', payload: {} }],
    events: [
      'DoorShut',
      'DoorOpened',
      'DoorLocked',
      'DoorUnlocked',
      'DoorRattled',
      'DoorForced',
      'DoorMended',
    ].map((type) => ({ name: type, type, payload: () => ({}) })),
  },
});
