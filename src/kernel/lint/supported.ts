/**
 * Rule `unsupported`: the part of XState's language that the service keeps. Whatever is
 * not on the lists here is refused, so that a feature XState adds is refused until it is understood.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Lifecycle } from '../lifecycle.ts';
import { arrowsOf, nodesOf, rawOf, whereIs } from './drawing.ts';
import type { Finding } from './finding.ts';

const NODE_KEYS = new Set(
  'always description entry exit id initial meta on states tags type'.split(' '),
);
const ROOT_KEYS = new Set([...NODE_KEYS, 'context', 'options', 'schemas', 'types', 'version']);
const ARROW_KEYS = new Set(
  'actions description eventType guard meta reenter source target toJSON'.split(' '),
);
/** Why it is not there, for what people reach for. */
const reasons: Readonly<Record<string, string>> = {
  invoke: 'no actor runs in the service; let a worker do it and deliver an event',
  after: 'delays are not supported yet; let a command deliver the event',
  onDone: 'the done event is obeyed from anyone; use `always` with a guard on the place',
  route: 'the routing event is obeyed from anyone',
  output: 'nobody receives it; write it into the context',
  history: 'history states are not supported; name the state to return to',
};
const STATE_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/u;

export const supported = ({ machine }: Lifecycle): Finding[] => [
  ...nodesOf(machine).flatMap((node) =>
    [...foreignKeys(node), ...shapeFaults(node)].map((says): Finding => ({
      rule: 'unsupported',
      where: whereIs(node),
      says,
    })),
  ),
  ...arrowsOf(machine).flatMap(({ transition, where }) =>
    Object.keys(transition)
      .filter((key) => !ARROW_KEYS.has(key))
      .map((key): Finding => ({ rule: 'unsupported', where, says: notSupported(key) })),
  ),
  ...foreignImplementations(machine),
];

/** Actors and delays that nothing in the drawing may use: `assign` could still start one of the actors. */
const foreignImplementations = ({ implementations }: AnyStateMachine): Finding[] =>
  (['actors', 'delays'] as const)
    .filter((kind) => Object.keys(rawOf(implementations[kind])).length > 0)
    .map((kind) => ({ rule: 'unsupported', where: 'the machine', says: `brings ${kind}` }));

const foreignKeys = (node: AnyStateNode): string[] => {
  const config = rawOf(node.config);
  const known = node.parent === undefined ? ROOT_KEYS : NODE_KEYS;
  return Object.keys(config)
    .filter((key) => config[key] !== undefined && !known.has(key))
    .filter((key) => node.type !== 'history' || key !== 'target')
    .map(notSupported);
};

const notSupported = (key: string): string => {
  const reason = Object.hasOwn(reasons, key) ? reasons[key] : undefined;
  return `uses \`${key}\`, which is not supported${reason === undefined ? '' : `: ${reason}`}`;
};

const shapeFaults = (node: AnyStateNode): string[] => {
  const { type, parent, path, key } = node;
  const faults: string[] = [];
  const isRegion = parent?.parent === undefined && parent?.type === 'parallel';
  if (parent !== undefined && !STATE_NAME.test(key))
    faults.push('has a name that is not one word of letters, digits, _ and -');
  if (type === 'parallel' && path.length > 0)
    faults.push('is a parallel state inside another state; regions belong to the machine itself');
  if (type === 'history' && rawOf(node.config)['history'] === undefined)
    faults.push(notSupported('history'));
  if (type === 'final' && Object.keys(node.states).length > 0)
    faults.push('is final and has states inside');
  if ((parent === undefined || isRegion) && type !== 'parallel' && type !== 'compound')
    faults.push('has no states of its own');
  return faults;
};
