/**
 * Who may deliver a fact. A fact does what the command does that yields it, so it is for
 * the same callers: else a delivery would be the way around a command's roles.
 */
import type { CommandDefinition, Lifecycle, Role } from './lifecycle.ts';

export const deliverersOf = (lifecycle: Lifecycle, type: string): readonly Role[] => {
  const stated = lifecycle.events[type]?.deliveredBy;
  if (stated !== undefined) return stated;
  const yielding = Object.values<CommandDefinition>(lifecycle.commands).filter(({ yields }) =>
    yields.includes(type),
  );
  const creating = type === lifecycle.creation.event ? lifecycle.creation.roles : [];
  return [...new Set([...creating, ...yielding.flatMap(({ roles }) => roles)])];
};
