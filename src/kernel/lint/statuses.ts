/**
 * Rules `status`, `terminal`: every state has a declared status, every status has a state,
 * and a status that ends in one of its states ends in all of them.
 */
import type { Exploration } from '../explore.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { hasEnded } from '../machine.ts';
import { read, type State } from '../step.ts';
import type { Finding } from './finding.ts';
import { amongTried } from './tried-cases.ts';

export const statuses = (lifecycle: Lifecycle, exploration: Exploration): Finding[] => {
  const declared = lifecycle.statuses;
  const statusOf = (state: State): string => read(lifecycle, state).status;
  const states = [...exploration.states.values()];
  const reached = new Set(states.map(statusOf));
  const ended = new Set(states.filter(({ machine }) => hasEnded(lifecycle, machine)).map(statusOf));
  const status = (word: string, says: string): Finding => ({
    rule: 'status',
    where: `status "${word}"`,
    says,
  });
  return [
    ...[...reached]
      .filter((word) => !declared.includes(word))
      .map((word) => status(word, 'is reached, but undeclared')),
    ...declared
      .filter((word) => !reached.has(word))
      .map((word) => status(word, 'is declared, but no case reaches it')),
    ...declared
      .filter((word, index) => declared.indexOf(word) !== index)
      .map((word) => status(word, 'is declared twice')),
    ...amongTried(lifecycle, exploration, ({ verdict }, from) =>
      !verdict.refused && ended.has(statusOf(from))
        ? { rule: 'terminal', says: `is accepted in the final status "${statusOf(from)}"` }
        : null,
    ),
  ];
};
