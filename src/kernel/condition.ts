/**
 * Conditions: the named parts of a guard, each with the refusal it gives.
 * Owns how a list of conditions becomes an XState guard and how the first one
 * that fails is found. Knows no lifecycle.
 */
import { and, or, stateIn } from 'xstate';
import type { Regions } from './regions.ts';

/** What a condition may look at: the context before the event, and the event. */
export interface Situation<C, E> {
  readonly context: C;
  readonly event: E;
}

/** Holds while a region is in one of the named states. */
export interface Place {
  readonly region: string;
  readonly in: readonly string[];
}

export interface Condition<C = unknown, E = unknown> {
  readonly name: string;
  /** The reason given when it does not hold. */
  readonly refusal: string;
  /** The sentence that is true when it holds. */
  readonly says: string;
  readonly test: Place | ((situation: Situation<C, E>) => boolean);
}

/** A condition on where a region is. Without a refusal of its own it decides whether a transition counts at all. */
export const place = <C, E>(
  region: string,
  states: readonly string[],
  refusal = 'ILLEGAL_TRANSITION',
): Condition<C, E> => ({
  name: `${region} in ${states.join('|')}`,
  refusal,
  says: `${region} is ${states.join(' or ')}`,
  test: { region, in: states },
});

/**
 * The two ways to write a condition of one lifecycle down, typed by its context and events:
 * `when` on context and event (of the named type or types), `at` on where a region is.
 */
export const conditionsFor = <C, E extends { readonly type: string }>() => ({
  when: <T extends E['type'] = E['type']>(
    name: string,
    refusal: string,
    says: string,
    test: (context: C, event: Extract<E, { readonly type: T }>) => boolean,
  ): Condition<C, E> => ({
    name,
    refusal,
    says,
    // The guard that has this condition stands on transitions of these types only.
    test: ({ context, event }) => test(context, event as Extract<E, { readonly type: T }>),
  }),
  at: place<C, E>,
});

export const isPlace = (test: Condition['test']): test is Place => typeof test !== 'function';

/** True for the conditions that make a transition a candidate: a place whose refusal is ILLEGAL_TRANSITION. */
export const decidesCandidacy = (condition: Condition): boolean =>
  isPlace(condition.test) && condition.refusal === 'ILLEGAL_TRANSITION';

export const holds = (
  condition: Condition,
  situation: Situation<unknown, unknown>,
  regions: Regions,
): boolean => {
  const { test } = condition;
  if (!isPlace(test)) return test(situation);
  const at = regions[test.region];
  return at !== undefined && test.in.some((state) => at === state || at.startsWith(`${state}.`));
};

/** An XState guard as `setup` takes it; the predicate form keeps the machine's types free of XState's composite ones. */
export type Guard<C, E> = (situation: { context: C; event: E }) => boolean;

const placeGuard = ({ region, in: states }: Place): unknown[] => {
  const nested = (path: string): object | string =>
    path.includes('.')
      ? { [path.slice(0, path.indexOf('.'))]: nested(path.slice(path.indexOf('.') + 1)) }
      : path;
  return states.map((state) => stateIn({ [region]: nested(state) } as never));
};

/**
 * Builds XState guards from lists of conditions: every condition of a list must hold.
 * `stateIn` sees the configuration, which a plain guard function cannot.
 */
export const guardsOf = <C, E, K extends string>(
  lists: Record<K, readonly Condition<C, E>[]>,
): Record<K, Guard<C, E>> => {
  const guards: Record<string, unknown> = {};
  for (const [name, conditions] of Object.entries<readonly Condition<C, E>[]>(lists)) {
    const parts = conditions.map(({ test }) => {
      if (typeof test === 'function') return test;
      const options = placeGuard(test);
      return options.length === 1 ? options[0] : or(options as never);
    });
    guards[name] = parts.length === 1 ? parts[0] : and(parts as never);
  }
  return guards as Record<K, Guard<C, E>>;
};
