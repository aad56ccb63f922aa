/**
 * Faults in what a drawing names: guards and actions. A small sound machine, a door between an
 * alarm's papers, and a table of plants: the lint must find each, and nothing else.
 */
import {
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  log,
  raise,
  sendTo,
  spawnChild,
} from 'xstate';
import { describe, expect, it } from 'vitest';
import { alarm } from '../../machines/alarm/lifecycle.ts';
import { place, type Condition } from '../../src/kernel/condition.ts';
import type { Lifecycle } from '../../src/kernel/lifecycle.ts';
import { lint } from '../../src/kernel/lint/lint.ts';

interface Parts {
  /** Fields of the one transition, of the first state and of the machine. */
  readonly transition?: object;
  readonly open?: object;
  readonly machine?: object;
  readonly guards?: Readonly<Record<string, unknown>>;
  readonly actions?: Readonly<Record<string, unknown>>;
  readonly others?: object;
  readonly conditions?: Readonly<Record<string, readonly Condition[]>>;
}

const description = 'In words.';
const mayClose = (): boolean => true;

const door = (parts: Parts = {}): Lifecycle => {
  const { guards = { mayClose }, actions = { note: assign({}) }, others = {} } = parts;
  const closing = { description, guard: 'mayClose', target: 'CLOSED', actions: 'note' };
  const config = {
    initial: 'OPEN',
    context: {},
    states: {
      OPEN: { on: { AlarmClosed: { ...closing, ...parts.transition } }, ...parts.open },
      CLOSED: { type: 'final' },
    },
    ...parts.machine,
  };
  const { AlarmOpened, AlarmClosed, ...unused } = alarm.events;
  if (AlarmOpened === undefined || AlarmClosed === undefined)
    throw new Error(Object.keys(unused)[0]);
  return {
    ...alarm,
    machine: createMachine(config as never, { guards, actions, ...others } as never),
    conditions: parts.conditions ?? { mayClose: [] },
    events: { AlarmOpened, AlarmClosed },
    commands: {},
    statuses: ['OPEN', 'CLOSED'],
    invariants: [],
    view: () => ({}),
    cases: {
      creations: alarm.cases.creations,
      events: alarm.cases.events.filter(({ name }) => name === 'AlarmClosed'),
    },
  };
};

type Fault = readonly [name: string, parts: Parts, findings: readonly string[]];

const closing = 'OPEN on AlarmClosed';
const computed = { params: () => ({}) };
const inline = (): void => {};

const namelessGuards: readonly Fault[] = [
  ['a guard written in place', { transition: { guard: inline } }, [`guard-inline: ${closing}`]],
  [
    'a guard that is no name',
    { transition: { guard: { name: 'mayClose' } } },
    [`guard-inline: ${closing}`],
  ],
  [
    'params computed for a guard',
    { transition: { guard: { type: 'mayClose', ...computed } } },
    [`guard-inline: ${closing}`],
  ],
  ['a guard without conditions', { conditions: {} }, [`guard-missing: ${closing}`]],
  ['a guard without an implementation', { guards: {} }, [`guard-missing: ${closing}`]],
  [
    'a guard that only Object has',
    { transition: { guard: 'constructor' } },
    [`guard-missing: ${closing}`, `guard-missing: ${closing}`],
  ],
  [
    'conditions that only Object has',
    { transition: { guard: 'toString' }, guards: { toString: mayClose } },
    [`guard-missing: ${closing}`],
  ],
  [
    'a missing guard on an always',
    { open: { always: { description, guard: 'never', target: 'CLOSED' } } },
    ['guard-missing: OPEN always', 'guard-missing: OPEN always'],
  ],
  [
    'a guard built from one that only Object has',
    { guards: { mayClose: Object.assign(inline, { guards: ['valueOf'] }) } },
    ['guard-missing: guard "mayClose"'],
  ],
];

const namelessActions: readonly Fault[] = [
  [
    'a function in a transition',
    { transition: { actions: inline } },
    [`action-inline: ${closing}`],
  ],
  [
    'an assign in a transition',
    { transition: { actions: ['note', assign({})] } },
    [`action-inline: ${closing}`],
  ],
  [
    'an action that is no name',
    { transition: { actions: { name: 'note' } } },
    [`action-inline: ${closing}`],
  ],
  [
    'params computed for an action',
    { transition: { actions: { type: 'note', ...computed } } },
    [`action-inline: ${closing}`],
  ],
  ['a function on entry', { open: { entry: inline } }, ['action-inline: OPEN on entry']],
  ['a function on exit', { open: { exit: ['note', inline] } }, ['action-inline: OPEN on exit']],
  [
    'a function on an initial transition',
    { machine: { initial: { target: 'OPEN', actions: inline } } },
    ['action-inline: the machine on its initial transition'],
  ],
  [
    'an action without an implementation',
    { transition: { actions: 'forget' } },
    [`action-missing: ${closing}`],
  ],
  [
    'an action that only Object has',
    { transition: { actions: { type: 'valueOf' } } },
    [`action-missing: ${closing}`],
  ],
  ['a missing action on entry', { open: { entry: 'ring' } }, ['action-missing: OPEN on entry']],
];

const effects: Readonly<Record<string, unknown>> = {
  'a plain function': inline,
  raise: raise({ type: 'AlarmClosed' }),
  sendTo: sendTo('bell', { type: 'Ring' }),
  emit: emit({ type: 'Rung' }),
  enqueueActions: enqueueActions(inline),
  spawnChild: spawnChild('bell'),
  log: log('closed'),
  cancel: cancel('bell'),
};

const found = (parts: Parts): string[] =>
  lint(door(parts)).map(({ rule, where }) => `${rule}: ${where}`);

describe('the lint of names', () => {
  it('finds nothing in the sound door, so that what it finds below is what was planted', () => {
    expect(lint(door())).toEqual([]);
  });

  it.each(namelessGuards)('finds %s', (_, parts, findings) => {
    expect(found(parts)).toEqual(findings);
  });

  it.each(namelessActions)('finds %s', (_, parts, findings) => {
    expect(found(parts)).toEqual(findings);
  });

  it.each(Object.entries(effects))('finds %s behind the name of an action', (kind, note) => {
    const [finding, ...others] = lint(door({ actions: { note } }));
    expect(finding).toMatchObject({ rule: 'action-effect', where: 'action "note"' });
    expect(finding?.says).toContain(kind);
    expect(others).toEqual([]);
  });

  it('finds actors and delays, which nothing in the service runs', () => {
    const others = { actors: { bell: {} }, delays: { soon: 1 } };
    expect(found({ others })).toEqual(['unsupported: the machine', 'unsupported: the machine']);
  });

  it('finds regions named where the machine has none, since XState would look for them in vain', () => {
    const conditions = { mayClose: [place('lifecycle', ['OPEN'])] };
    expect(found({ conditions })).toEqual(['place: guard "mayClose"']);
    const decided: Lifecycle = { ...door(), decidingRegion: 'OPEN' };
    expect(lint(decided)).toMatchObject([{ rule: 'deciding-region' }]);
  });

  it('takes guards and actions with params that are data', () => {
    const params = { loudness: 3 };
    const transition = { guard: { type: 'mayClose', params }, actions: [{ type: 'note', params }] };
    expect(found({ transition })).toEqual([]);
  });
});
