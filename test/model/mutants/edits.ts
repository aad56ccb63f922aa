/** The words in which planted mistakes are written down. Owns single edits, no mistake. */
import type { Condition } from '../../../src/kernel/condition.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { at, part, type Draft, type Lists, type Write, type Writes } from './mutate.ts';

type Test = (situation: { readonly context: JsonObject; readonly event: JsonObject }) => boolean;

const named =
  (wanted: string) =>
  ({ name }: Condition): boolean =>
    name === wanted;

const known = (lists: Lists, wanted: string): void => {
  if (!Object.values(lists).flat().some(named(wanted)))
    throw new RangeError(`no list has a condition "${wanted}"`);
};

/** One guard asks less. */
export const dropped =
  (guard: string, condition: string) =>
  (lists: Lists): Lists => {
    known(lists, condition);
    return { ...lists, [guard]: (lists[guard] ?? []).filter((each) => !named(condition)(each)) };
  };

/** A condition is changed wherever it is asked. */
export const changed =
  (condition: string, change: Partial<Condition>) =>
  (lists: Lists): Lists => {
    known(lists, condition);
    return Object.fromEntries(
      Object.entries(lists).map(([guard, list]) => [
        guard,
        list.map((each) => (named(condition)(each) ? { ...each, ...change } : each)),
      ]),
    );
  };

/** A condition asks something else wherever it is asked. */
export const retested = (condition: string, test: Test) =>
  changed(condition, { test: test as unknown as (situation: unknown) => boolean });

/** Two conditions change places in one list. */
export const reordered =
  (guard: string, one: string, other: string) =>
  (lists: Lists): Lists => {
    const list = lists[guard] ?? [];
    const [a, b] = [list.find(named(one)), list.find(named(other))];
    if (a === undefined || b === undefined)
      throw new RangeError(`${guard} lacks ${one} or ${other}`);
    return { ...lists, [guard]: list.map((each) => (each === a ? b : each === b ? a : each)) };
  };

/** Something is taken out of the config. */
export const removed =
  (path: string, key: string) =>
  (config: Draft): void => {
    const holder = at(config, path);
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(part(config, path), key);
  };

/** Something is set in the config. */
export const put =
  (path: string, key: string, value: unknown) =>
  (config: Draft): void => {
    part(config, path)[key] = value;
  };

/** An action writes this too, or instead. */
export const rewritten =
  (action: string, write: Write) =>
  (writes: Writes): Writes => {
    const original = writes[action];
    if (original === undefined) throw new RangeError(`no action ${action}`);
    return {
      ...writes,
      [action]: (situation) => ({ ...original(situation), ...write(situation) }),
    };
  };

/** An action no longer writes a field. */
export const forgetting =
  (action: string, field: string) =>
  (writes: Writes): Writes => {
    const original = writes[action];
    if (original === undefined) throw new RangeError(`no action ${action}`);
    return {
      ...writes,
      [action]: (situation) =>
        Object.fromEntries(Object.entries(original(situation)).filter(([key]) => key !== field)),
    };
  };
