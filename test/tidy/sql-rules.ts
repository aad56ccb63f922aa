/**
 * What the SQL must keep to so that it runs unchanged on one machine and on many ("Beyond one
 * machine"): tables can be distributed by `partition`, and a write stays within one of them.
 */
import { keysOf, listOf, opening, plain, statementsOf, writesOf, type Key } from './sql.ts';
import type { SourceFile } from './syntax.ts';

export type SqlRule = (file: SourceFile) => string[];

/** Tables of the whole installation; on a cluster each is a reference table. */
const withoutPartition = ['service', 'lifecycle_versions', 'migrations'];
/** The one key that is unique everywhere; on a cluster it lives in a table of its own. */
const isGlobalEventId = ({ table, columns }: Key): boolean =>
  ['events', 'event_ids'].includes(table) && columns.join() === 'event_id';

const keysHavePartition: SqlRule = (file) =>
  statementsOf(file.text)
    .flatMap(keysOf)
    .filter((key) => !withoutPartition.includes(key.table) && !isGlobalEventId(key))
    .filter(({ columns }) => !columns.includes('partition'))
    .map(({ table, columns }) => `a key of ${table} without partition: (${columns.join(', ')})`);

const saysWhatFor: SqlRule = ({ text }) =>
  /[a-z]{3}/i.test(opening(text)) ? [] : ['opens without a comment that says what it is for'];

const holdsOneStatement: SqlRule = ({ path, text }) =>
  isMigration(path) || statementsOf(text).length === 1 ? [] : ['holds not one statement'];

const forbidden: readonly [pattern: RegExp, what: string][] = [
  [/\b(nextval|currval|setval|lastval)\b|\bcreate (temp(orary)? )?sequence\b/, 'a sequence'],
  [/\b(small|big)?serial[248]?\b/, 'serial'],
  [/\bgenerated (always|by default) as identity\b/, 'an identity column'],
  [/\bxmin\b/, 'xmin'],
  [/\bpg_(try_)?advisory_\w+/, 'an advisory lock'],
  [/\bcreate (or replace )?(constraint )?trigger\b/, 'a trigger'],
  [/\bcreate (or replace )?(function|procedure)\b|\bplpgsql\b|^do\b/, 'PL/pgSQL'],
  [/^(un)?listen\b|^notify\b|\bpg_notify\b/, 'LISTEN or NOTIFY'],
];

/** Migrations make the tables that the write path uses, so what is hidden in a table counts as well. */
const usesNothingOfOneMachine: SqlRule = (file) =>
  isMigration(file.path) || isWritePath(file)
    ? statementsOf(file.text).flatMap((statement) =>
        forbidden
          .filter(([pattern]) => pattern.test(statement))
          .map(([, what]) => `uses ${what} on the write path`),
      )
    : [];

const staysInOnePartition: SqlRule = (file) => {
  if (!isWritePath(file)) return [];
  const parameters = new Set(parametersOf(plain(file.text)));
  const findings = statementsOf(file.text)
    .flatMap(writesOf)
    .filter(({ text }) => parametersOf(text).length === 0)
    .map(({ table }) => `writes ${table} without naming the partition`);
  if (parameters.size !== 1)
    findings.push(`names ${parameters.size} partition parameters; it must be one`);
  if (/\bpartition (in|= ?(any|some|all))\b/.test(plain(file.text)))
    findings.push('names several partitions');
  return findings;
};

/** The parameters that a partition is compared with or set to. */
const parametersOf = (text: string): string[] => {
  const compared = [
    ...text.matchAll(/\bpartition ?= ?(\$\d+)/g),
    ...text.matchAll(/(\$\d+)(?:::\w+)? ?= ?(?:\w+\.)?partition\b/g),
  ].map((match) => match[1] ?? '');
  const inserted = [...text.matchAll(/\binsert into [\w.]+ ?\(([^)]*)\) ?(?:values ?\(|select )/g)]
    .map((match) => {
      const place = listOf(match[1] ?? '').indexOf('partition');
      return listOf(text.slice(match.index + match[0].length))[place] ?? '';
    })
    .flatMap((value) => /^\$\d+/.exec(value)?.[0] ?? []);
  return [...compared, ...inserted];
};

const listedWritePath = ['commit.sql'];
const historyTables = ['events', 'instances'];

/** Listed, marked by its opening comment, or writing history: the last cannot be forgotten. */
const isWritePath = ({ path, text }: SourceFile): boolean =>
  !isMigration(path) &&
  (listedWritePath.some((name) => path.endsWith(`/${name}`)) ||
    /write path/i.test(opening(text)) ||
    statementsOf(text)
      .flatMap(writesOf)
      .some(({ table }) => historyTables.includes(table)));

const isMigration = (path: string): boolean => path.includes('/migrations/');

export const sqlRules: Readonly<Record<string, SqlRule>> = {
  'a file opens with what it is for': saysWhatFor,
  'a file of sql/ holds one statement': holdsOneStatement,
  'every key contains the partition': keysHavePartition,
  'the write path uses nothing that only one machine has': usesNothingOfOneMachine,
  'a write stays in one partition': staysInOnePartition,
};
