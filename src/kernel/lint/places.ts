/**
 * Rule `place`: conditions on a place name a region and states that exist. A misspelt one is
 * no error to XState: it never holds, and the transition is silently dead.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { isPlace, type Place } from '../condition.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Finding } from './finding.ts';

export const places = ({ conditions, machine }: Lifecycle): Finding[] =>
  Object.entries(conditions).flatMap(([guard, list]) =>
    list.flatMap(({ name, test }) =>
      isPlace(test)
        ? faultsIn(machine, test).map((says): Finding => ({
            rule: 'place',
            where: `guard "${guard}"`,
            says: `${says} (condition "${name}")`,
          }))
        : [],
    ),
  );

const faultsIn = ({ root }: AnyStateMachine, { region, in: states }: Place): string[] => {
  if (root.type !== 'parallel')
    return ['looks at a region, but the machine has none; write it on the state instead'];
  const start: AnyStateNode | undefined = Object.hasOwn(root.states, region)
    ? root.states[region]
    : undefined;
  if (start === undefined) return [`looks at "${region}", which is no region`];
  if (states.length === 0) return [`looks at "${region}", but names none of its states`];
  return states
    .filter((path) => !exists(start, path.split('.')))
    .map((path) => `looks for "${path}", which is no state of ${region}`);
};

const exists = (node: AnyStateNode, [key, ...rest]: readonly string[]): boolean => {
  if (key === undefined) return true;
  const child: AnyStateNode | undefined = Object.hasOwn(node.states, key)
    ? node.states[key]
    : undefined;
  return child !== undefined && exists(child, rest);
};
