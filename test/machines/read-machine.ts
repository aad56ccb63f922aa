/**
 * Reads a machine.ts as text, without running it, and says what keeps it from being
 * the drawing and nothing else. Owns the reading of source; knows no lifecycle.
 */
import { parseSync } from 'vite';

/** A node of the ESTree, as far as this reading looks at it. */
interface Node {
  readonly type: string;
  readonly start: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const field = (node: Node, name: string): unknown => new Map(Object.entries(node)).get(name);

const child = (node: Node, name: string): Node | undefined => {
  const value = field(node, name);
  return isNode(value) ? value : undefined;
};

const list = (node: Node, name: string): (Node | null)[] => {
  const value = field(node, name);
  return Array.isArray(value) ? value.map((item) => (isNode(item) ? item : null)) : [];
};

/** The node and all below it. */
const within = (node: Node): Node[] => [
  node,
  ...Object.values(node).flatMap((value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).flatMap(within),
  ),
];

const isString = (node: Node | null | undefined): boolean =>
  node?.type === 'Literal' && typeof field(node, 'value') === 'string';

/** The key of a plain `key: value`; undefined for a spread, a computed key, a method, a getter or a shorthand. */
const keyOf = (property: Node): string | undefined => {
  if (property.type !== 'Property' || field(property, 'kind') !== 'init') return undefined;
  if (['computed', 'method', 'shorthand'].some((flag) => field(property, flag) === true))
    return undefined;
  const key = child(property, 'key');
  const name =
    key === undefined ? undefined : field(key, key.type === 'Identifier' ? 'name' : 'value');
  return typeof name === 'string' ? name : undefined;
};

const callsTo = (program: Node, name: string): Node[] =>
  within(program).filter((node) => {
    const callee = node.type === 'CallExpression' ? child(node, 'callee') : undefined;
    const called = callee?.type === 'MemberExpression' ? child(callee, 'property') : callee;
    return called !== undefined && [field(called, 'name'), field(called, 'value')].includes(name);
  });

/** `'name'`, `{type: 'name', params: …}` or an array of those. */
const isNamed = (node: Node | null | undefined): boolean => {
  if (node?.type === 'ArrayExpression') return list(node, 'elements').every(isNamed);
  if (node?.type !== 'ObjectExpression') return isString(node);
  const properties = list(node, 'properties');
  const keys = properties.map((property) => (property === null ? undefined : keyOf(property)));
  const type = properties[keys.indexOf('type')];
  return (
    keys.every((key) => key === 'type' || key === 'params') &&
    type !== undefined &&
    type !== null &&
    isString(child(type, 'value'))
  );
};

const NAMED = ['guard', 'actions', 'entry', 'exit'];

/** Objections to a value inside the literal; only the root's `context` may be a function. */
const objections = (node: Node | null, path: string): string[] => {
  const here = path === '' ? 'the machine' : path;
  if (node?.type === 'Literal') return [];
  if (node?.type === 'ArrayExpression')
    return list(node, 'elements').flatMap((item, index) => objections(item, `${path}[${index}]`));
  if (node?.type !== 'ObjectExpression')
    return [`${here} is a ${node?.type ?? 'hole'}, no literal`];
  return list(node, 'properties').flatMap((property) => {
    const key = property === null ? undefined : keyOf(property);
    if (property === null || key === undefined)
      return [`${here} has a part that is no plain key: value`];
    const value = child(property, 'value') ?? null;
    const below = path === '' ? key : `${path}.${key}`;
    if (below === 'context') return [];
    const unnamed = NAMED.includes(key) && !isNamed(value) ? [`${below} is not given by name`] : [];
    return [...unnamed, ...objections(value, below)];
  });
};

/** @throws SyntaxError */
const parsed = (source: string): Node => {
  const { program, errors } = parseSync('machine.ts', source);
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(error.message);
  return program;
};

/** What is wrong with a machine's source; empty for a drawing and nothing else. */
export const readMachine = (source: string): string[] => {
  const calls = callsTo(parsed(source), 'createMachine');
  const [call] = calls;
  if (call === undefined || calls.length !== 1)
    return [`createMachine is called ${calls.length} times, not once`];
  const [literal, ...rest] = list(call, 'arguments');
  if (literal?.type !== 'ObjectExpression' || rest.length > 0)
    return ['createMachine is not given one object literal and nothing else'];
  return objections(literal, '');
};

/** How many transitions, guards and action lists a source names: shows that the reading saw the machine. */
export const countKeys = (source: string, key: string): number =>
  within(parsed(source)).filter((node) => keyOf(node) === key).length;
