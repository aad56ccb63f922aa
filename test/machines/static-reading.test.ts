/**
 * A machine's file is a drawing: one literal in which guards and actions are names.
 * An inline function would be invisible in Stately, in the fingerprint and in the
 * coverage tables. Read from the text, so that nothing can hide by being run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { countKeys, readMachine } from './read-machine.ts';

const folder = new URL('../../machines/', import.meta.url);
/** A small lifecycle may be one file. */
const fileOf = (name: string): URL => {
  const own = new URL(`${name}/machine.ts`, folder);
  return existsSync(own) ? own : new URL(`${name}/lifecycle.ts`, folder);
};
const machines = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    name,
    source: readFileSync(fileOf(name), 'utf8'),
  }));

test('every lifecycle has its machine in a folder of its name', () => {
  expect(machines.map(({ name }) => name).toSorted()).toEqual(
    lifecycles.map(({ name }) => name).toSorted(),
  );
});

test.each(machines)(
  'the $name machine is one literal whose guards and actions are names',
  ({ source }) => {
    expect(readMachine(source)).toEqual([]);
  },
);

const count = (value: unknown, key: string): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.entries(value).reduce(
        (sum, [name, inner]) =>
          sum + (name === key && !Array.isArray(value) ? 1 : 0) + count(inner, key),
        0,
      );

test.each(machines)(
  'the text of the $name machine has every guard, action and target of the machine that runs',
  ({ name, source }) => {
    const config = lifecycles.find((lifecycle) => lifecycle.name === name)?.machine.config;
    for (const key of ['guard', 'target', 'always', 'on', 'description'])
      expect([key, countKeys(source, key)]).toEqual([key, count(config, key)]);
  },
);

/** A sound machine with a place for one planted thing of each kind. */
const planted = ({
  guard = "'mayGo'",
  actions = "'note'",
  literal = '',
  argument = '',
  after = '',
}: Partial<Record<'guard' | 'actions' | 'literal' | 'argument' | 'after', string>>): string => `
  import { setup } from 'xstate';
  const mayGo = (): boolean => true;
  const config = { id: 'planted' } as const;
  export const machine = setup({ guards: { mayGo }, actions: { note: () => {} } }).createMachine(${
    argument ||
    `{
    id: 'planted',
    context: ({ input }) => ({ input }),
    initial: 'here',
    states: {
      here: {
        on: { Went: { target: 'there', guard: ${guard}, actions: ${actions} } },
        always: [{ target: 'there', guard: { type: 'mayGo', params: { times: 2 } } }],
      },
      there: { type: 'final' },
    },
    ${literal}
  }`
  });
  ${after}
`;

describe('the reading finds what is planted', () => {
  test('nothing, in a sound machine', () => {
    expect(readMachine(planted({}))).toEqual([]);
    expect(readMachine(planted({ actions: "['note', { type: 'note', params: {} }]" }))).toEqual([]);
  });

  test.each([
    ['an inline guard', { guard: '() => true' }, 'states.here.on.Went.guard is not given by name'],
    ['an inline guard of the old form', { guard: 'function () { return true; }' }, 'guard'],
    ['a guard by reference', { guard: 'mayGo' }, 'states.here.on.Went.guard is not given by name'],
    ['a guard made by a call', { guard: "not('mayGo')" }, 'guard is not given by name'],
    ['a guard without a type', { guard: '{ params: {} }' }, 'guard is not given by name'],
    ['a guard whose type is computed', { guard: '{ type: `may${1}` }' }, 'not given by name'],
    ['params that are a function', { guard: "{ type: 'mayGo', params: () => 1 }" }, 'params'],
    ['an inline action', { actions: '() => {}' }, 'actions is not given by name'],
    ['an inline assign', { actions: 'assign({ a: 1 })' }, 'actions is not given by name'],
    ['an inline action among names', { actions: "['note', () => {}]" }, 'actions is not given'],
    ['an inline action by method', { literal: 'entry() {}' }, 'no plain key: value'],
    ['an inline entry', { literal: 'entry: () => {}' }, 'entry is not given by name'],
    ['an inline exit', { literal: 'exit: [() => {}]' }, 'exit is not given by name'],
    ['a spread', { literal: '...config' }, 'the machine has a part that is no plain'],
    ['a computed key', { literal: "['ex' + 'it']: 'note'" }, 'no plain key: value'],
    ['a getter', { literal: 'get on() { return {}; }' }, 'no plain key: value'],
    ['a state built by a call', { literal: 'meta: build()' }, 'meta is a CallExpression'],
    ['a config that is no literal', { argument: 'config' }, 'not given one object literal'],
    ['two arguments', { argument: '{ }, { }' }, 'not given one object literal'],
    ['a second machine', { after: 'setup({}).createMachine({});' }, 'called 2 times'],
    ['a second machine by index', { after: "setup({})['createMachine']({});" }, 'called 2 times'],
  ])('%s', (_, place, objection) => {
    expect(readMachine(planted(place)).join('\n')).toContain(objection);
  });

  test('an inline function in the true machines, in the place of any guard', () => {
    for (const { source } of machines) {
      const names = [...source.matchAll(/guard: '(\w+)'/gu)];
      expect(names.length).toBeGreaterThan(0);
      for (const { index, 0: text } of names) {
        const changed = `${source.slice(0, index)}guard: () => true${source.slice(index + text.length)}`;
        expect(readMachine(changed).join('\n')).toContain('guard is not given by name');
      }
    }
  });

  test('a source that is no TypeScript', () => {
    expect(() => readMachine('export const machine = ;')).toThrow(SyntaxError);
  });

  test('no machine at all', () => {
    expect(readMachine('export const machine = 1;')).toEqual([
      'createMachine is called 0 times, not once',
    ]);
  });
});
