/**
 * Rules `action-inline`, `action-missing`, `action-effect`: an action is a name whose
 * implementation is XState's `assign`. Anything else is an effect that nobody performs,
 * or an event raised inside, whose type would also be obeyed from outside.
 */
import type { AnyStateMachine } from 'xstate';
import type { Lifecycle } from '../lifecycle.ts';
import { arrowsOf, listOf, nameOf, nodesOf, rawOf, whereIs } from './drawing.ts';
import type { Finding } from './finding.ts';

interface Use {
  readonly where: string;
  readonly action: unknown;
}

export const actions = ({ machine }: Lifecycle): Finding[] => {
  const implementations = rawOf(machine.implementations.actions);
  return [
    ...usesOf(machine).flatMap(({ where, action }): Finding[] => {
      const inline = whyInline(action);
      if (inline !== null) return [{ rule: 'action-inline', where, says: inline }];
      const name = nameOf(action) ?? '';
      return Object.hasOwn(implementations, name)
        ? []
        : [{ rule: 'action-missing', where, says: `uses "${name}", which has no implementation` }];
    }),
    ...Object.entries(implementations).flatMap(([name, implementation]): Finding[] => {
      const kind = kindOf(implementation);
      return kind === 'assign'
        ? []
        : [{ rule: 'action-effect', where: `action "${name}"`, says: effectOf(kind) }];
    }),
  ];
};

/** The raw config is read, since XState adds actions of its own for `after`. */
const usesOf = (machine: AnyStateMachine): Use[] => [
  ...nodesOf(machine).flatMap((node) => {
    const config = rawOf(node.config);
    const written = {
      'on entry': config['entry'],
      'on exit': config['exit'],
      'on its initial transition': rawOf(config['initial'])['actions'],
    };
    return Object.entries(written).flatMap(([moment, actionsThen]) =>
      listOf(actionsThen).map((action) => ({ where: `${whereIs(node)} ${moment}`, action })),
    );
  }),
  ...arrowsOf(machine).flatMap(({ transition, where }) =>
    transition.actions.map((action: unknown) => ({ where, action })),
  ),
];

const whyInline = (action: unknown): string | null => {
  if (typeof action === 'function') return 'has an action written in place; name it';
  if (nameOf(action) === null) return 'has an action that is neither a name nor {type, params}';
  return typeof rawOf(action)['params'] === 'function'
    ? 'computes the params of its action in place; an action sees the context and the event'
    : null;
};

/** The name of the built-in that made it; XState writes `xstate.<name>` on each. */
const kindOf = (implementation: unknown): string => {
  const type: unknown =
    typeof implementation === 'function' && Object.hasOwn(implementation, 'type')
      ? (implementation as { readonly type?: unknown }).type
      : undefined;
  return typeof type === 'string' && type.startsWith('xstate.') ? type.slice(7) : '';
};

const effectOf = (kind: string): string =>
  `is ${kind === '' ? 'a plain function' : `\`${kind}\``}; only \`assign\` is allowed: no side effects, no raised events`;
