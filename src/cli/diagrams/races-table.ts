/** Racing pairs as a table that a person can read: what the second is told, by who came first. */
import type { RacingPair } from '../../kernel/races.ts';
import { code, table } from './markdown.ts';

interface Group {
  readonly status: string;
  readonly first: string;
  readonly told: string;
  readonly seconds: Set<string>;
  readonly counts: Map<string, number>;
}

/** `creations`: the creation cases, each with a column of counts. */
export const racesTable = (pairs: readonly RacingPair[], creations: readonly string[]): string =>
  table(
    ['status', 'first', 'then', 'is', ...creations.map((name) => `pairs, ${code(name)}`)],
    groupsOf(pairs).map(({ status, first, seconds, told, counts }) => [
      code(status),
      code(first),
      [...seconds].map(code).join(', '),
      told,
      ...creations.map((name) => String(counts.get(name) ?? 0)),
    ]),
  );

/** By status, first event and answer, each in the order in which it was met first. */
const groupsOf = (pairs: readonly RacingPair[]): Group[] => {
  const groups = new Map<string, Group>();
  const met = new Map<string, number>();
  const place = (key: string): number => met.get(key) ?? met.set(key, met.size).size - 1;
  for (const { creation, status, first, second, answer } of pairs) {
    const told = answer.refused
      ? `refused, ${code(answer.reason)}`
      : 'accepted, with another result';
    const key = [status, first.type, told].join(' ');
    const group: Group = groups.get(key) ?? {
      status,
      first: first.type,
      told,
      seconds: new Set(),
      counts: new Map(),
    };
    groups.set(key, group);
    place(status);
    place(`${status} ${first.type}`);
    group.seconds.add(second.type);
    group.counts.set(creation, (group.counts.get(creation) ?? 0) + 1);
  }
  return [...groups.values()].toSorted(
    (one, other) =>
      place(one.status) - place(other.status) ||
      place(`${one.status} ${one.first}`) - place(`${other.status} ${other.first}`),
  );
};
