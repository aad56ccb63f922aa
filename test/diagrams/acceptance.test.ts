/** The acceptance list names tests that are there, and no line of it is lost. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { acceptanceList, type AcceptanceList } from '../../src/cli/diagrams/acceptance.ts';

const root = new URL('../../', import.meta.url);
const list = acceptanceList.parse(
  JSON.parse(readFileSync(new URL('acceptance.json', import.meta.url), 'utf8')),
);

/** What is named but not there. */
const missing = (named: AcceptanceList): string[] =>
  named
    .flatMap(({ provenBy }) => provenBy)
    .flatMap((proof) => {
      const file = new URL(proof.file, root);
      if (!existsSync(file)) return [`${proof.file} is not there`];
      const there = readFileSync(file, 'utf8').includes(proof.test);
      return there ? [] : [`${proof.file} has no test "${proof.test}"`];
    });

test('every test named in the acceptance list is in the file named with it', () => {
  expect(missing(list)).toEqual([]);
});

test('a test or a file that is not there is noticed', () => {
  const file = 'test/diagrams/acceptance.test.ts';
  const proof = (from: string, name: string) => [
    { says: '', provenBy: [{ file: from, test: name }] },
  ];
  expect(missing(proof(file, 'a test or a file that is not there is noticed'))).toEqual([]);
  expect(missing(proof(file, ['no', 'such', 'test'].join(' ')))).toHaveLength(1);
  expect(missing(proof('test/diagrams/gone.test.ts', 'any'))).toEqual([
    'test/diagrams/gone.test.ts is not there',
  ]);
});

test('the list has the lines of the specification, each once', () => {
  expect(list.map(({ says }) => says)).toEqual([
    'command, event, state, observation have different types and names',
    'every state × event classified',
    'finals cannot be reopened',
    'completed needs a verified artifact',
    'cancelled and cancelling differ in fact',
    'every event has id, sequence, hash',
    'same id same payload is idempotent',
    'same id other payload is a protocol conflict',
    'version check and append in one transaction',
    'gap, stale command, late event, final-state event tested',
    'replay stops at illegal history',
    'snapshots carry sequence, hash, reducer version',
    'fault experiments with evidence',
    'no secrets in traces',
    'an alarm at most once per dedup key',
    'created and existing told apart',
    'events only on real change',
    'the loser of two operators learns who was first',
    'time fields consistent in every status',
    'illegal alarm moves refused',
  ]);
});

test('every file of tests that coverage.md names is there', () => {
  const text = readFileSync(new URL('diagrams/coverage.md', root), 'utf8');
  const named = new Set(text.match(/test\/[\w/-]+\.ts/g));
  expect(named.size).toBeGreaterThan(0);
  expect([...named].filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});
