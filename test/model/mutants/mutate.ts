/**
 * Builds a wrong lifecycle out of a right one: a changed copy of the machine's config,
 * of its lists of conditions, of what its actions write, or of the lifecycle's own words.
 * Owns the building; which changes are made is said elsewhere.
 */
import { assign, createMachine } from 'xstate';
import * as alarmActions from '../../../machines/alarm/actions.ts';
import * as taskActions from '../../../machines/task/actions.ts';
import { guardsOf, type Condition } from '../../../src/kernel/condition.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { Lifecycle } from '../../../src/kernel/lifecycle.ts';

/** A config that may be written to. */
export interface Draft {
  [key: string]: unknown;
}
export type Lists = Readonly<Record<string, readonly Condition[]>>;
export type Write = (situation: { context: JsonObject; event: JsonObject }) => JsonObject;
export type Writes = Readonly<Record<string, Write>>;

export interface Change {
  readonly says: string;
  readonly config?: (config: Draft) => void;
  readonly lists?: (lists: Lists) => Lists;
  readonly writes?: (writes: Writes) => Writes;
  readonly lifecycle?: Partial<Lifecycle>;
}

const allWrites: Readonly<Record<string, Writes>> = {
  task: taskActions as unknown as Writes,
  alarm: alarmActions as unknown as Writes,
};

export const writesOf = ({ name }: Lifecycle): Writes => allWrites[name] ?? {};

export const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A deep copy that keeps functions, which `structuredClone` refuses. */
const copy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copy);
  return isDraft(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]))
    : value;
};

/** What a config has at the keys of a dotted path, such as `states.running.on.TaskCompleted.0`; '' is the config. */
export const at = (config: Draft, path: string): unknown => {
  let found: unknown = config;
  for (const key of path === '' ? [] : path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = new Map<string, unknown>(Object.entries(found)).get(key);
  }
  return found;
};

/** The same where it is a part with keys of its own. */
export const part = (config: Draft, path: string): Draft => {
  const found = at(config, path);
  if (!isDraft(found)) throw new RangeError(`the config has nothing at ${path}`);
  return found;
};

export const configOf = ({ machine }: Lifecycle): Draft => {
  const config = copy(machine.config);
  if (!isDraft(config)) throw new TypeError('a machine has a config');
  return config;
};

/**
 * Invariants are left out: the comparison has to see it by itself. The bound on
 * iterations is there because some changes make an `always` go round for ever.
 */
export const mutate = (lifecycle: Lifecycle, change: Change): Lifecycle => {
  const config = configOf(lifecycle);
  config['options'] = { maxIterations: 50 };
  change.config?.(config);
  const conditions = change.lists?.(lifecycle.conditions) ?? lifecycle.conditions;
  const writes = writesOf(lifecycle);
  const actions = Object.entries(change.writes?.(writes) ?? writes).map(([name, write]) => [
    name,
    assign(({ context, event }: Parameters<Write>[0]) => write({ context, event })),
  ]);
  const implementations = {
    guards: guardsOf(conditions),
    actions: Object.fromEntries(actions) as unknown,
  };
  const machine = createMachine(config as never, implementations as never) as Lifecycle['machine'];
  return { ...lifecycle, machine, conditions, invariants: [], ...change.lifecycle };
};
