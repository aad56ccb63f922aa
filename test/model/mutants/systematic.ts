/**
 * Every small mistake that can be made by machine: one condition, one transition, one
 * target, one action, one written field at a time. Owns the operators.
 */
import { decidesCandidacy, type Condition } from '../../../src/kernel/condition.ts';
import type { Lifecycle } from '../../../src/kernel/lifecycle.ts';
import { forgetting, put, removed } from './edits.ts';
import { configOf, isDraft, writesOf, type Change, type Draft, type Lists } from './mutate.ts';

const withList =
  (name: string, list: readonly Condition[]) =>
  (lists: Lists): Lists => ({
    ...lists,
    [name]: list,
  });

const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index);

const swapped = <T>(list: readonly T[], index: number): T[] => [
  ...list.slice(0, index),
  ...list.slice(index, index + 2).toReversed(),
  ...list.slice(index + 2),
];

/** An empty list has no guard to stand for. */
const ALWAYS_TRUE: Condition = { name: 'true', refusal: 'NEVER', says: 'true', test: () => true };

/** Whether a list asks its place first or last makes no difference by §3.2, so that order is left alone. */
const inOrder = (guard: string, list: readonly Condition[]): Change[] =>
  list.slice(1).flatMap((later, index) => {
    const earlier = list[index];
    return earlier === undefined || decidesCandidacy(earlier) || decidesCandidacy(later)
      ? []
      : [
          {
            says: `${guard} with "${later.name}" before "${earlier.name}"`,
            lists: withList(guard, swapped(list, index)),
          },
        ];
  });

const inLists = ({ conditions }: Lifecycle): Change[] =>
  Object.entries(conditions).flatMap(([guard, list]) => [
    ...list.map(({ name }, index) => ({
      says: `${guard} without "${name}"`,
      lists: withList(guard, list.length === 1 ? [ALWAYS_TRUE] : without(list, index)),
    })),
    ...inOrder(guard, list),
  ]);

interface Place {
  readonly path: string;
  readonly siblings: readonly string[];
  readonly node: Draft;
}

interface Arrow {
  /** `states.running.on.TaskCompleted.0` */
  readonly path: string;
  /** What it is kept in, and under which key. */
  readonly holder: string;
  readonly key: string;
  readonly siblings: readonly string[];
  readonly transition: Draft;
}

const inside = (node: Draft, key: string): Draft => {
  const value = node[key];
  return isDraft(value) ? value : {};
};

const placesIn = (node: Draft, path: string, siblings: readonly string[]): Place[] => {
  const states = inside(node, 'states');
  return [
    { path, siblings, node },
    ...Object.entries(states).flatMap(([name, state]) =>
      isDraft(state)
        ? placesIn(state, `${path === '' ? '' : `${path}.`}states.${name}`, Object.keys(states))
        : [],
    ),
  ];
};

const arrowsAt = ({ path, siblings, node }: Place): Arrow[] => {
  const kept = [
    ...Object.entries(inside(node, 'on')).map(
      ([type, given]) => [`${path}.on`, type, given] as const,
    ),
    [path, 'always', node['always']] as const,
  ];
  return kept.flatMap(([holder, key, given]) => {
    const at = `${holder}.${key}`;
    if (isDraft(given)) return [{ path: at, holder, key, siblings, transition: given }];
    const several: unknown[] = Array.isArray(given) ? given : [];
    return several.flatMap((transition, index) =>
      isDraft(transition)
        ? [{ path: `${at}.${index}`, holder: at, key: String(index), siblings, transition }]
        : [],
    );
  });
};

/** `states.lifecycle.states.running.on.X` reads as `lifecycle.running.on.X`. */
const inShort = (path: string): string => path.replaceAll('states.', '');

const inArrow = ({ path, holder, key, siblings, transition }: Arrow): Change[] => {
  const { target, actions } = transition;
  const says = inShort(path);
  const others = siblings.filter((state) => state !== target);
  return [
    { says: `${says} removed`, config: removed(holder, key) },
    { says: `${says} without its guard`, config: removed(path, 'guard') },
    ...(target === undefined
      ? []
      : [{ says: `${says} without its target`, config: removed(path, 'target') }]),
    ...others.map((state) => ({
      says: `${says} leading to ${state}`,
      config: put(path, 'target', state),
    })),
    ...(actions === undefined
      ? []
      : [{ says: `${says} without its action`, config: removed(path, 'actions') }]),
  ];
};

const inPlace = ({ path, node }: Place): Change[] => {
  const says = path === '' ? 'the machine' : inShort(path);
  const starts = Object.keys(inside(node, 'states')).filter((state) => state !== node['initial']);
  return [
    ...(node['exit'] === undefined
      ? []
      : [{ says: `${says} without its exit`, config: removed(path, 'exit') }]),
    ...(node['type'] === 'final'
      ? [{ says: `${says} no longer final`, config: removed(path, 'type') }]
      : []),
    ...(node['initial'] === undefined
      ? []
      : starts.map((state) => ({
          says: `${says} starting in ${state}`,
          config: put(path, 'initial', state),
        }))),
    ...Object.entries(inside(node, 'on')).flatMap(([type, given]) =>
      Array.isArray(given)
        ? [
            {
              says: `${says}.on.${type} in another order`,
              config: put(`${path}.on`, type, given.toReversed()),
            },
          ]
        : [],
    ),
  ];
};

const inWrites = (lifecycle: Lifecycle): Change[] =>
  Object.entries(writesOf(lifecycle)).flatMap(([name, write]) =>
    Object.keys(write({ context: {}, event: {} })).map((key) => ({
      says: `${name} not writing ${key}`,
      writes: forgetting(name, key),
    })),
  );

export const systematicChanges = (lifecycle: Lifecycle): Change[] => {
  const places = placesIn(configOf(lifecycle), '', []);
  return [
    ...inLists(lifecycle),
    ...places.flatMap(arrowsAt).flatMap(inArrow),
    ...places.flatMap(inPlace),
    ...inWrites(lifecycle),
  ];
};
