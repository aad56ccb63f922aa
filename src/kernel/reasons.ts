/** Every reason with which a lifecycle can refuse, for those who describe it. */
import type { CommandDefinition, Lifecycle } from './lifecycle.ts';
import type { KernelReason } from './refusal.ts';

/** The kernel's own that the rules of a state give. The others are about a history's order. */
const ofTheRules: readonly KernelReason[] = [
  'TERMINAL_STATE',
  'ILLEGAL_TRANSITION',
  'INVARIANT_BROKEN',
];

const unique = (reasons: readonly string[]): string[] => [...new Set(reasons)].toSorted();

/** The reasons for which an event in its turn may be refused. */
export const eventReasons = ({ conditions }: Lifecycle): string[] =>
  unique([
    ...Object.values(conditions)
      .flat()
      .map(({ refusal }) => refusal),
    ...ofTheRules,
  ]);

/** The reasons for which a command may be refused: its event's, and those of deciding it. */
export const commandReasons = (lifecycle: Lifecycle): string[] =>
  unique([
    ...eventReasons(lifecycle),
    ...Object.values<CommandDefinition>(lifecycle.commands).flatMap(({ refuses = [] }) => refuses),
  ]);
