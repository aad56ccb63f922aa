/** Regions of a state: the name of each orthogonal region with the path of its active state. */
import type { StateValue } from 'xstate';

/** `{lifecycle: 'running', artifact: 'none', …}`; nested states are dotted: `running.paused`. */
export type Regions = Readonly<Record<string, string>>;

/** The name under which a machine without parallel regions shows its one state. */
export const SINGLE_REGION = 'lifecycle';

const path = (value: StateValue): string => {
  if (typeof value === 'string') return value;
  const [first] = Object.entries(value);
  if (first === undefined) return '';
  const [key, inner] = first;
  const rest = inner === undefined ? '' : path(inner);
  return rest === '' ? key : `${key}.${rest}`;
};

/** `names`: the regions of a parallel machine in the order of its drawing; empty for one without regions. */
export const regionsOf = (value: StateValue, names: readonly string[]): Regions => {
  if (names.length === 0 || typeof value === 'string') return { [SINGLE_REGION]: path(value) };
  return Object.fromEntries(names.map((name) => [name, path(value[name] ?? '')]));
};
