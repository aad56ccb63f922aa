/** What is committed in `diagrams/` is what the machines give today. `npm run diagrams` makes it so. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { acceptanceList } from '../../src/cli/diagrams/acceptance.ts';
import { differences, readFolder } from '../../src/cli/diagrams/folder.ts';
import { generate, type Texts } from '../../src/cli/diagrams/generate.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const list = readFileSync(`${root}test/diagrams/acceptance.json`, 'utf8');
const generated = generate(lifecycles, acceptanceList.parse(JSON.parse(list)));
const committed = readFolder(`${root}diagrams`);

test('diagrams/ is as `npm run diagrams` makes it, byte for byte', async () => {
  expect(differences(committed, await generated)).toEqual([]);
});

test('every lifecycle has its statechart, its matrix and its machine there', () => {
  for (const { name } of lifecycles)
    for (const file of ['statechart.mmd', 'statechart.svg', 'matrix.md', 'machine.json'])
      expect(committed.has(`${name}/${file}`)).toBe(true);
});

test('one byte more, a file too few and a file too many are found', async () => {
  const texts = await generated;
  const changed = (edit: (found: Map<string, string>) => void): string[] => {
    const found = new Map(texts) as Map<string, string> & Texts;
    edit(found);
    return differences(found, texts);
  };
  expect(changed(() => {})).toEqual([]);
  const coverage = texts.get('coverage.md') ?? '';
  expect(changed((found) => found.set('coverage.md', coverage.replace('186', '187')))).toEqual([
    'coverage.md is out of date, first in line 11',
  ]);
  expect(changed((found) => found.set('coverage.md', `${coverage} `))).toEqual([
    expect.stringContaining('coverage.md is out of date'),
  ]);
  expect(changed((found) => found.delete('coverage.md'))).toEqual(['coverage.md is missing']);
  expect(changed((found) => found.set('gone/statechart.svg', ''))).toEqual([
    'gone/statechart.svg is left over',
  ]);
});

test('a lifecycle of one’s own gets the same files, without a word about it anywhere', async () => {
  const { job } = await import('./small-lifecycles.ts');
  const texts = await generate([job], []);
  expect([...texts.keys()]).toEqual([
    'job/statechart.mmd',
    'job/statechart.svg',
    'job/matrix.md',
    'job/machine.json',
    'coverage.md',
  ]);
});
