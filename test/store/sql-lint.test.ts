import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sqlRules } from '../tidy/sql-rules.ts';
import type { SourceFile } from '../tidy/syntax.ts';

const root = new URL('../../', import.meta.url);

const filesIn = (folder: string): SourceFile[] =>
  (existsSync(new URL(folder, root)) ? readdirSync(new URL(folder, root)) : [])
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `${folder}${name}`)
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }));

const statements = filesIn('src/store/sql/');
const migrations = filesIn('src/store/migrations/');

const check = (name: string, file: SourceFile): string[] => {
  const rule = sqlRules[name];
  if (rule === undefined) throw new Error(`there is no rule "${name}"`);
  return rule(file);
};

describe('the SQL runs unchanged on a distributed PostgreSQL', () => {
  it('is there to be checked', () => {
    expect(statements.map(({ path }) => path)).toContain('src/store/sql/commit.sql');
    expect(migrations.length).toBeGreaterThan(0);
  });

  it.each(Object.entries(sqlRules))('%s', (_, rule) => {
    const findings = [...statements, ...migrations].flatMap((file) =>
      rule(file).map((says) => `${file.path}: ${says}`),
    );
    expect(findings).toEqual([]);
  });
});

const MIGRATION = 'src/store/migrations/0002-planted.sql';
const STATEMENT = 'src/store/sql/planted.sql';
const COMMIT = 'src/store/sql/commit.sql';
const onWritePath = (sql: string): string => `-- write path: planted\n${sql}`;

const planted: Readonly<Record<string, readonly [path: string, text: string][]>> = {
  'a file opens with what it is for': [
    [STATEMENT, 'SELECT 1 -- too late'],
    [STATEMENT, '--\nSELECT 1'],
    [MIGRATION, 'CREATE TABLE t (partition integer PRIMARY KEY);'],
  ],
  'a file of sql/ holds one statement': [
    [STATEMENT, '-- two\nSELECT 1; SELECT 2'],
    [STATEMENT, '-- none; only a comment'],
  ],
  'every key contains the partition': [
    [MIGRATION, 'CREATE TABLE t (id text PRIMARY KEY, partition integer)'],
    [MIGRATION, 'CREATE TABLE IF NOT EXISTS t (partition integer, id text UNIQUE)'],
    [MIGRATION, 'CREATE TABLE t (partition integer, id text, PRIMARY KEY (id))'],
    [MIGRATION, 'CREATE TABLE t (partition int, a text, b text, CONSTRAINT k UNIQUE (a, b))'],
    [MIGRATION, 'CREATE TABLE t (partition int, a text, UNIQUE NULLS NOT DISTINCT (a))'],
    [MIGRATION, 'CREATE UNIQUE INDEX i ON events (lower(event_id))'],
    [MIGRATION, 'create unique index concurrently if not exists i on only t using btree (a)'],
    [MIGRATION, 'CREATE UNIQUE INDEX i ON t (a) WHERE partition = 1'],
    [MIGRATION, 'ALTER TABLE t ADD CONSTRAINT k UNIQUE (a)'],
    [MIGRATION, 'ALTER TABLE ONLY t ADD COLUMN a text, ADD PRIMARY KEY (a)'],
    [MIGRATION, 'ALTER TABLE t ADD COLUMN a text UNIQUE'],
    [MIGRATION, 'CREATE TABLE other (event_id text PRIMARY KEY)'],
  ],
  'the write path uses nothing that only one machine has': [
    [MIGRATION, 'CREATE TABLE t (partition integer, n bigserial)'],
    [MIGRATION, 'CREATE TABLE t (n bigint GENERATED ALWAYS AS IDENTITY)'],
    [MIGRATION, 'CREATE SEQUENCE offsets'],
    [MIGRATION, 'CREATE CONSTRAINT TRIGGER t AFTER INSERT ON events EXECUTE FUNCTION f()'],
    [MIGRATION, 'CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
    [COMMIT, `-- the commit\nSELECT nextval('offsets')`],
    [STATEMENT, onWritePath('SELECT pg_advisory_xact_lock($1)')],
    [STATEMENT, onWritePath('SELECT xmin FROM events')],
    [STATEMENT, onWritePath(`SELECT pg_notify('feed', '')`)],
    [STATEMENT, onWritePath('NOTIFY feed')],
    [STATEMENT, onWritePath('DO $$ BEGIN PERFORM 1; END $$')],
    [STATEMENT, `-- not marked, but it writes history\nUPDATE events SET a = xmin`],
  ],
  'a write stays in one partition': [
    [STATEMENT, onWritePath('SELECT 1')],
    [COMMIT, '-- the commit\nUPDATE feed_heads SET next_offset = 1'],
    [STATEMENT, onWritePath('SELECT 1 FROM t WHERE partition = $1 OR t.partition = $2')],
    [STATEMENT, onWritePath('SELECT 1 FROM t WHERE partition = $1 AND partition IN (1, 2)')],
    [STATEMENT, onWritePath('SELECT 1 FROM t WHERE partition = $1 OR partition = ANY ($2)')],
    [STATEMENT, onWritePath('WITH a AS (UPDATE t SET x = 1) SELECT 1 FROM t WHERE partition = $1')],
    [STATEMENT, '-- not marked, but it writes history\nDELETE FROM events WHERE event_id = $1'],
    [
      STATEMENT,
      onWritePath(
        'WITH a AS (UPDATE t SET x = 1 WHERE partition = $1) INSERT INTO u (id, partition) VALUES ($1, $2)',
      ),
    ],
  ],
};

describe('each rule finds a planted violation', () => {
  const cases = Object.entries(planted).flatMap(([name, violations]) =>
    violations.map(([path, text]) => [name, text.replaceAll('\n', ' '), path, text] as const),
  );

  it('for every rule there is', () => {
    expect(Object.keys(planted)).toEqual(Object.keys(sqlRules));
  });

  it.each(cases)('%s: not `%s`', (name, _, path, text) => {
    expect(check(name, { path, text })).not.toEqual([]);
  });
});

describe('no rule finds what is allowed', () => {
  const allowed: readonly [path: string, text: string][] = [
    [MIGRATION, '-- a table\nCREATE TABLE t (partition integer PRIMARY KEY, a text);\nSELECT 1;'],
    [
      MIGRATION,
      '-- a table\nCREATE TABLE t ("partition" int, a text CHECK (a <> \'unique\'), UNIQUE (a, "partition"))',
    ],
    [MIGRATION, '-- the event id\nCREATE UNIQUE INDEX i ON events (event_id)'],
    [MIGRATION, '-- all of it\nCREATE TABLE service (only_row boolean PRIMARY KEY)'],
    [
      MIGRATION,
      '-- a table\nALTER TABLE t ADD CONSTRAINT k UNIQUE (partition, a), ADD COLUMN b text',
    ],
    [MIGRATION, '-- a column named so\nCREATE TABLE t (partition int, sequence bigint, a int)'],
    [
      STATEMENT,
      "-- a page; of `xmin` it knows nothing\nSELECT a FROM t WHERE b = 'nextval(1); x';",
    ],
    [STATEMENT, onWritePath('INSERT INTO t (a, partition) VALUES (lower($2, $3), $1::integer)')],
    [STATEMENT, onWritePath('INSERT INTO t (partition, a) SELECT $1::integer, b.a FROM b')],
    [STATEMENT, onWritePath('SELECT 1 FROM t WHERE partition = $1 FOR UPDATE')],
    [
      STATEMENT,
      onWritePath(
        'INSERT INTO t (partition) VALUES ($1) ON CONFLICT (partition) DO UPDATE SET a = 1',
      ),
    ],
  ];

  it.each(allowed)('%s with `%s`', (path, text) => {
    expect(Object.values(sqlRules).flatMap((rule) => rule({ path, text }))).toEqual([]);
  });
});
