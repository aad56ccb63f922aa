/**
 * Faults in the shape of a drawing. A small sound machine, a lamp over a workbench, and a table
 * of plants: each puts one fault into it, and the lint must find that and nothing else.
 */
import { createMachine, initialTransition, transition } from 'xstate';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { alarm } from '../../machines/alarm/lifecycle.ts';
import { guardsOf, place, type Condition } from '../../src/kernel/condition.ts';
import type { EventDefinition, Lifecycle } from '../../src/kernel/lifecycle.ts';
import { lint } from '../../src/kernel/lint/lint.ts';

type Conditions = Record<string, readonly Condition[]>;
interface Draft {
  readonly [key: string]: unknown;
  readonly states?: Readonly<Record<string, Draft>>;
  readonly on?: Readonly<Record<string, object>>;
}
interface Parts {
  readonly config: Draft;
  readonly conditions: Conditions;
  decidingRegion: string | undefined;
}
type Plant = (parts: Parts) => unknown;

const description = 'In words.';
const lit = { description, guard: 'mayLight' };
const finish = { description, guard: 'mayFinish', target: 'done' };
const soundParts = (): Parts => ({
  config: {
    type: 'parallel',
    context: {},
    states: {
      work: {
        initial: 'open',
        states: { open: { on: { Lit: lit, Finished: finish } }, done: { type: 'final' } },
      },
      light: {
        initial: 'off',
        states: {
          off: { on: { Lit: { ...lit, target: 'on' } } },
          on: { always: { description, guard: 'workIsDone', target: 'off' } },
        },
      },
    },
  },
  conditions: {
    mayLight: [place('work', ['open']), place('light', ['off'])],
    mayFinish: [place('work', ['open'])],
    workIsDone: [place('work', ['done'])],
  },
  decidingRegion: 'work',
});

const event: EventDefinition = { says: 'It is so.', payload: z.strictObject({}) };
const implementations = { guards: guardsOf(soundParts().conditions) } as never;

/** An alarm's papers around the machine of a lamp. */
const lamp = (plant: Plant = () => null): Lifecycle => {
  const parts = soundParts();
  plant(parts);
  const { config, conditions, decidingRegion } = parts;
  return {
    ...alarm,
    machine: createMachine(config as never, implementations),
    ...(decidingRegion === undefined ? {} : { decidingRegion }),
    conditions,
    creation: { ...alarm.creation, event: 'Opened' },
    events: { Opened: event, Lit: event, Finished: event },
    commands: {},
    statuses: ['open', 'done'],
    status: (at) => at['work'] ?? '',
    decidedOn: 'version',
    invariants: [],
    view: () => ({}),
    cases: {
      creations: [{ name: 'opened', payload: {} }],
      events: ['Lit', 'Finished'].map((type) => ({ name: type, type, payload: () => ({}) })),
    },
  };
};

const nodeAt = ({ config }: Parts, path: string): Draft => {
  const keys = path === '' ? [] : path.split('.');
  return keys.reduce((node, key) => node.states?.[key] ?? {}, config);
};
/** Gives a state other fields; '' is the machine. */
const put =
  (path: string, fields: object): Plant =>
  (parts) =>
    Object.assign(nodeAt(parts, path), fields);
const putState =
  (path: string, key: string, state: object): Plant =>
  (parts) =>
    Object.assign(nodeAt(parts, path).states ?? {}, { [key]: state });
const hears =
  (type: string): Plant =>
  (parts) =>
    Object.assign(nodeAt(parts, 'work.open').on ?? {}, { [type]: { description } });
const finishing = (fields: object): Plant =>
  put('work.open', { on: { Lit: lit, Finished: { ...finish, ...fields } } });
const decides =
  (region: string | undefined): Plant =>
  (parts) => {
    parts.decidingRegion = region;
  };
const looksAt =
  (...where: Parameters<typeof place>): Plant =>
  ({ conditions }) => {
    conditions['workIsDone'] = [place(...where)];
  };

type Fault = readonly [name: string, plant: Plant, findings: readonly string[]];

const undecided = ['deciding-region: the lifecycle'];
const unheard = (type: string): string[] =>
  ['event-name', 'event-undeclared'].map((rule) => `${rule}: work.open on ${type}`);
const finished = 'work.open on Finished';
const crosses = `cross-region: ${finished}`;
/** Writes the finishing transition on a state around the one that has it. */
const finishingAround =
  (path: string, fields: object): Plant =>
  (parts) => {
    put('work.open', { on: { Lit: lit } })(parts);
    put(path, { on: { Finished: { ...finish, ...fields } } })(parts);
  };

const crossings: readonly Fault[] = [
  ['a target in another region', finishing({ target: '#(machine).light.off' }), [crosses]],
  ['another region as a target', finishing({ target: '#(machine).light' }), [crosses]],
  ['its own region as a target', finishing({ target: '#(machine).work' }), [crosses]],
  ['the machine as a target', finishing({ target: '#(machine)' }), [crosses]],
  [
    'a target on the machine',
    finishingAround('', { target: '.work.open' }),
    ['cross-region: the machine on Finished'],
  ],
  [
    'a region that enters itself',
    finishingAround('work', { target: '.open', reenter: true }),
    ['cross-region: work on Finished', 'final-exit: work on Finished'],
  ],
];

const faults: readonly Fault[] = [
  ['a wildcard', hears('*'), unheard('*')],
  ['a wildcard for a family', hears('Lit.*'), unheard('Lit.*')],
  ["an event of XState's own", hears('xstate.stop'), unheard('xstate.stop')],
  ['an undeclared event', hears('Broken'), ['event-undeclared: work.open on Broken']],
  ['the creating event', hears('Opened'), ['creation: work.open on Opened']],
  [
    'an event for followers only',
    put('work.open', { on: { Finished: finish } }),
    ['event-unused: event "Lit"'],
  ],
  ['regions of which none decides', decides(undefined), undecided],
  ['a deciding region that does not exist', decides('constructor'), undecided],
  [
    'several targets',
    finishing({ target: ['done', '#(machine).work.open'] }),
    [`cross-region: ${finished}`],
  ],
  ['an event on a final state', put('work.done', { on: { Lit: lit } }), ['final-exit: work.done']],
  [
    'an always on a final state',
    put('work.done', { always: { description, target: 'open' } }),
    ['final-exit: work.done'],
  ],
  [
    'a delay on a final state',
    put('work.done', { after: { 5: 'open' } }),
    ['unsupported: work.done', 'final-exit: work.done'],
  ],
  [
    'exit actions on a final state',
    put('work.done', { exit: 'dim' }),
    ['final-exit: work.done', 'action-missing: work.done on exit'],
  ],
  [
    'an exit from a final state of a follower',
    put('light.on', { type: 'final' }),
    ['final-exit: light.on'],
  ],
  [
    'an exit around final states',
    put('work', { on: { Lit: { ...lit, target: '.open' } } }),
    ['final-exit: work on Lit'],
  ],
  [
    'a nested parallel state',
    put('light.on', { type: 'parallel', states: { a: {}, b: {} } }),
    ['unsupported: light.on'],
  ],
  [
    'a history state',
    putState('light', 'back', { type: 'history', target: 'on' }),
    ['unsupported: light.back'],
  ],
  [
    'a deep history state',
    putState('light', 'back', { history: 'deep' }),
    ['unsupported: light.back'],
  ],
  ['an invoked actor', put('light.on', { invoke: { src: 'bulb' } }), ['unsupported: light.on']],
  ['a delay', put('light.on', { after: { dusk: 'off' } }), ['unsupported: light.on']],
  ['an onDone', put('work', { onDone: { description } }), ['unsupported: work']],
  ['a route', put('light.on', { id: 'shine', route: {} }), ['unsupported: light.on']],
  ['an output', put('work.done', { output: 1 }), ['unsupported: work.done']],
  ['a region without states', putState('', 'idle', {}), ['unsupported: idle']],
  ['a dot in the name of a state', putState('light', 'o.n', {}), ['unsupported: light.o.n']],
  ['an unknown field of a transition', finishing({ delay: 3 }), [`unsupported: ${finished}`]],
  ['a place in no region', looksAt('bench', ['done']), ['place: guard "workIsDone"']],
  ['a place in an unknown state', looksAt('work', ['done', 'over']), ['place: guard "workIsDone"']],
  ['a place in an inherited state', looksAt('work', ['toString']), ['place: guard "workIsDone"']],
  ['a place in no state', looksAt('work', []), ['place: guard "workIsDone"']],
  ['a transition without words', finishing({ description: ' ' }), [`undescribed: ${finished}`]],
  ['an always without words', put('light.on', { always: 'off' }), ['undescribed: light.on always']],
];

const found = (lifecycle: Lifecycle): string[] =>
  lint(lifecycle).map(({ rule, where }) => `${rule}: ${where}`);

describe('the lint of a drawing', () => {
  it('finds nothing in the sound lamp, so that what it finds below is what was planted', () => {
    expect(lint(lamp())).toEqual([]);
  });

  it.each(faults)('finds %s', (_, plant, findings) => {
    expect(found(lamp(plant))).toEqual(findings);
  });

  it.each(crossings)('finds %s, by which XState resets the light', (_, plant, findings) => {
    expect(found(lamp(plant))).toEqual(findings);

    const { machine } = lamp(plant);
    const [dark] = initialTransition(machine);
    const [bright] = transition(machine, dark, { type: 'Lit' });
    const [after] = transition(machine, bright, { type: 'Finished' });
    expect(bright.value).toEqual({ work: 'open', light: 'on' });
    expect(after.value).toEqual({ work: 'open', light: 'off' });
  });
});
