/**
 * Rules `guard-inline`, `guard-missing`: a guard is a name, with conditions by which the
 * kernel refuses and an implementation by which XState moves. Own properties only, or
 * `constructor` would pass as a guard that always holds.
 */
import type { Lifecycle } from '../lifecycle.ts';
import { arrowsOf, listOf, nameOf, rawOf, type Raw } from './drawing.ts';
import type { Finding } from './finding.ts';

export const guards = ({ conditions, machine }: Lifecycle): Finding[] => {
  const implementations = rawOf(machine.implementations.guards);
  return [
    ...arrowsOf(machine).flatMap(({ transition, where }): Finding[] => {
      const guard: unknown = transition.guard;
      if (guard === undefined) return [];
      const inline = whyInline(guard);
      if (inline !== null) return [{ rule: 'guard-inline', where, says: inline }];
      return whatIsMissing(nameOf(guard) ?? '', conditions, implementations).map((says) => ({
        rule: 'guard-missing',
        where,
        says,
      }));
    }),
    ...Object.entries(implementations).flatMap(([name, implementation]) =>
      partsMissing(implementation, implementations).map((part): Finding => ({
        rule: 'guard-missing',
        where: `guard "${name}"`,
        says: `is built from "${part}", which has no implementation`,
      })),
    ),
  ];
};

const whyInline = (guard: unknown): string | null => {
  if (typeof guard === 'function') return 'has a guard written in place; name it';
  if (nameOf(guard) === null) return 'has a guard that is neither a name nor {type, params}';
  return typeof rawOf(guard)['params'] === 'function'
    ? 'computes the params of its guard in place; conditions see the context and the event'
    : null;
};

const whatIsMissing = (name: string, conditions: object, implementations: object): string[] => [
  ...(Object.hasOwn(conditions, name)
    ? []
    : [`is guarded by "${name}", which has no list of conditions`]),
  ...(Object.hasOwn(implementations, name)
    ? []
    : [`is guarded by "${name}", which has no implementation`]),
];

/** The names inside `and`, `or` and `not` that lead nowhere. */
const partsMissing = (implementation: unknown, implementations: Raw): string[] => {
  const parts =
    typeof implementation === 'function' && 'guards' in implementation
      ? listOf(implementation.guards)
      : [];
  return parts.flatMap((part) => {
    const name = nameOf(part);
    if (name === null) return partsMissing(part, implementations);
    return Object.hasOwn(implementations, name) ? [] : [name];
  });
};
