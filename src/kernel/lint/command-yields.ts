/** Rule `command-yields`: a command promises declared events, and never the one that creates. */
import type { Lifecycle } from '../lifecycle.ts';
import type { Finding } from './finding.ts';

export const commandYields = (lifecycle: Lifecycle): Finding[] =>
  Object.entries(lifecycle.commands).flatMap(([type, { yields }]) =>
    faultsIn(lifecycle, yields).map((says): Finding => ({
      rule: 'command-yields',
      where: `command "${type}"`,
      says,
    })),
  );

const faultsIn = ({ creation, events }: Lifecycle, yields: readonly string[]): string[] => {
  if (yields.length === 0) return ['yields no event, so it could never do anything'];
  return yields.flatMap((type) => {
    if (type === creation.event) return [`yields "${type}", which only creates`];
    return Object.hasOwn(events, type) ? [] : [`yields "${type}", which is undeclared`];
  });
};
