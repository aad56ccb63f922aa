/** The lint of all lifecycles that one service keeps: each for itself, and that no two share a name or a path. */
import type { Lifecycle } from '../lifecycle.ts';
import type { Finding } from './finding.ts';
import { lint } from './lint.ts';

export const lintAll = (lifecycles: readonly Lifecycle[]): Finding[] => [
  ...duplicates(
    'name',
    lifecycles.map(({ name }) => name),
  ),
  ...duplicates(
    'collection',
    lifecycles.map(({ collection }) => collection),
  ),
  ...lifecycles.flatMap((lifecycle) =>
    lint(lifecycle).map((finding) => ({
      ...finding,
      where: `${lifecycle.name}: ${finding.where}`,
    })),
  ),
];

const duplicates = (what: string, words: readonly string[]): Finding[] =>
  [...new Set(words.filter((word, index) => words.indexOf(word) !== index))].map((word) => ({
    rule: 'duplicate',
    where: `the ${what} "${word}"`,
    says: 'is that of several lifecycles',
  }));
