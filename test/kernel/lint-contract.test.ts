/**
 * Faults in what is written about a lifecycle: names, types, schemas, cases. The alarm is the
 * small machine here; each plant changes one of its papers, and the lint must find that alone.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { alarm } from '../../machines/alarm/lifecycle.ts';
import { lifecycles } from '../../machines/index.ts';
import { task } from '../../machines/task/lifecycle.ts';
import type { CommandDefinition, EventDefinition, Lifecycle } from '../../src/kernel/lifecycle.ts';
import {
  assertAllSound,
  assertSound,
  UnsoundLifecycle,
} from '../../src/kernel/lint/assert-sound.ts';
import { lintAll } from '../../src/kernel/lint/lint-all.ts';
import { lint } from '../../src/kernel/lint/lint.ts';
import { servicePaths } from '../../src/kernel/lint/naming.ts';

const definitionOf = <D>(definitions: Readonly<Record<string, D>>, type: string): D => {
  const definition = definitions[type];
  if (definition === undefined) throw new Error(`the alarm has no ${type}`);
  return definition;
};
const command = (type: string, fields: Partial<CommandDefinition>): Partial<Lifecycle> => ({
  commands: {
    ...alarm.commands,
    [type]: { ...definitionOf(alarm.commands, 'CloseAlarm'), ...fields },
  },
});
const event = (type: string, fields: Partial<EventDefinition>): Partial<Lifecycle> => ({
  events: {
    ...alarm.events,
    [type]: { says: 'It is so.', payload: z.strictObject({}), ...alarm.events[type], ...fields },
  },
});
const creation = (fields: Partial<Lifecycle['creation']>): Partial<Lifecycle> => ({
  creation: { ...alarm.creation, ...fields },
});
const closed = (shape: z.ZodRawShape): Partial<Lifecycle> => {
  const { payload } = definitionOf(alarm.events, 'AlarmClosed');
  if (!(payload instanceof z.ZodObject)) throw new TypeError('the payload is no object');
  return event('AlarmClosed', { payload: payload.extend(shape) });
};
const cases = (change: Partial<Lifecycle['cases']>): Partial<Lifecycle> => ({
  cases: { ...alarm.cases, ...change },
});
const [first] = alarm.cases.events;
const firstCase = first === undefined ? [] : [first];

type Fault = readonly [name: string, plant: Partial<Lifecycle>, findings: readonly string[]];

const anything = z.unknown().optional();
const inClose = 'command "CloseAlarm"';
const inClosed = 'event "AlarmClosed"';

const naming: readonly Fault[] = [
  ['a name with capitals', { name: 'Alarm' }, ['naming: the name "Alarm"']],
  ['an empty name', { name: '' }, ['naming: the name ""']],
  ['a collection with a slash', { collection: 'a/b' }, ['naming: the collection "a/b"']],
  ['an id field with a hyphen', { idField: 'alarm-id' }, ['naming: the id field "alarm-id"']],
  ['a version that is no number from 1', { version: 0 }, ['naming: the version 0']],
  [
    'an event that looks like a path',
    event('alarm.closed', {}),
    [
      'event-name: event "alarm.closed"',
      'case-missing: event "alarm.closed"',
      'event-unused: event "alarm.closed"',
    ],
  ],
  [
    'an event without a name',
    event('', {}),
    ['event-name: event ""', 'case-missing: event ""', 'event-unused: event ""'],
  ],
  [
    "one of the kernel's events",
    event('TimerFired', {}),
    [
      'event-name: event "TimerFired"',
      'case-missing: event "TimerFired"',
      'event-unused: event "TimerFired"',
    ],
  ],
  ['a command in small letters', command('closeAlarm', {}), ['command-name: command "closeAlarm"']],
  ['a type that is command and event', command('AlarmClosed', {}), ['type-clash: "AlarmClosed"']],
];

const papers: readonly Fault[] = [
  [
    'a command for an undeclared event',
    command('CloseAlarm', { yields: ['AlarmClosed', 'toString'] }),
    [`command-yields: ${inClose}`],
  ],
  [
    'a command that creates',
    command('CloseAlarm', { yields: ['AlarmOpened'] }),
    [`command-yields: ${inClose}`],
  ],
  [
    'a command that yields nothing',
    command('CloseAlarm', { yields: [] }),
    [`command-yields: ${inClose}`],
  ],
  ...['type', 'commandId', 'expectedVersion', 'expectedStatus'].map((field): Fault => [
    `the envelope's "${field}" in a command`,
    command('CloseAlarm', { fields: z.strictObject({ [field]: anything }) }),
    [`schema: ${inClose}`],
  ]),
  ...['type', 'eventId', 'sequence'].map((field): Fault => [
    `the envelope's "${field}" in an event`,
    closed({ [field]: anything }),
    [`schema: ${inClosed}`],
  ]),
  [
    'a command that takes unknown fields',
    command('CloseAlarm', { fields: z.object({}) }),
    [`schema: ${inClose}`],
  ],
  [
    'an event that takes unknown fields',
    event('AlarmClosed', { payload: z.looseObject({}) }),
    [`schema: ${inClosed}`],
  ],
  [
    'a payload that is no object',
    event('AlarmClosed', { payload: z.json() }),
    [`schema: ${inClosed}`],
  ],
  [
    'a payload that JSON Schema cannot say',
    closed({ at: z.date().optional() }),
    [`schema: ${inClosed}`],
  ],
  [
    'an input that takes unknown fields',
    creation({ input: z.object({}) }),
    ['schema: the creation'],
  ],
  [
    'an input with the id of the instance',
    creation({ input: z.strictObject({ alarmId: z.string() }) }),
    ['schema: the creation'],
  ],
  [
    'a field beside that is not there',
    creation({ beside: ['payload'] }),
    ['creation: the creation'],
  ],
  [
    'an undeclared creation',
    creation({ event: 'constructor' }),
    [
      'case-missing: event "AlarmOpened"',
      'event-unused: event "AlarmOpened"',
      'creation: event "constructor"',
    ],
  ],
  [
    'a fact told apart by a missing field',
    event('AlarmClosed', { once: { per: 'alarmNumber' } }),
    [`once: ${inClosed}`],
  ],
  [
    'a fact without a field it excepts',
    event('AlarmClosed', { once: { per: 'deviceId', except: ['at'] } }),
    [`once: ${inClosed}`],
  ],
  [
    'an event without a case',
    cases({ events: alarm.cases.events.filter(({ type }) => type !== 'AlarmClosed') }),
    [`case-missing: ${inClosed}`, 'status: status "CLOSED"'],
  ],
  [
    'a case of an undeclared event',
    cases({ events: [...alarm.cases.events, { name: 'x', type: 'Gone', payload: () => ({}) }] }),
    ['case-missing: event "Gone"'],
  ],
  [
    'two cases of one name',
    cases({ events: [...alarm.cases.events, ...firstCase] }),
    ['case-missing: case "AlarmAcknowledged"'],
  ],
];

const found = (plant: Partial<Lifecycle>): string[] =>
  lint({ ...alarm, ...plant }).map(({ rule, where }) => `${rule}: ${where}`);

describe('the lint of the papers', () => {
  it.each(lifecycles.map((one) => [one.name, one] as const))('finds nothing in %s', (_, one) => {
    expect(lint(one)).toEqual([]);
  });

  it.each([...naming, ...papers])('finds %s', (_, plant, findings) => {
    expect(found(plant)).toEqual(findings);
  });

  it.each(servicePaths)('keeps the path /%s for the service', (collection) => {
    expect(found({ collection })).toContain(`naming: the collection "${collection}"`);
  });
});

describe('the lint of all lifecycles', () => {
  it('finds two that share a name or a path', () => {
    const twin: Lifecycle = { ...alarm, collection: 'sirens' };
    const squatter: Lifecycle = { ...task, name: 'siren', collection: 'alarms' };
    expect(lintAll([alarm, twin, squatter]).map(({ where }) => where)).toEqual([
      'the name "alarm"',
      'the collection "alarms"',
    ]);
  });

  it('says in which lifecycle each fault is', () => {
    const unsound: Lifecycle = { ...alarm, name: 'siren', collection: 'sirens', version: 0 };
    expect(lintAll([alarm, unsound]).map(({ where }) => where)).toEqual(['siren: the version 0']);
  });
});

describe('a service with an unsound lifecycle', () => {
  it('refuses to start and tells every fault in words', () => {
    const refusal = catching(() => assertSound({ ...alarm, version: 0, collection: 'feed' }));
    expect(refusal).toBeInstanceOf(UnsoundLifecycle);
    expect(refusal).toMatchObject({ findings: [{ rule: 'naming' }, { rule: 'naming' }] });
    expect((refusal as Error).message.split('\n')).toEqual([
      'the lifecycle "alarm" cannot be served:',
      '- the collection "feed" is one of the service\'s own paths (naming)',
      '- the version 0 is not a whole number from 1 (naming)',
    ]);
    expect(catching(() => assertAllSound([alarm, alarm]))).toBeInstanceOf(UnsoundLifecycle);
  });

  it('starts when there is nothing to find', () => {
    expect(catching(() => assertAllSound(lifecycles))).toBeNull();
  });
});

const catching = (act: () => void): unknown => {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
};
