/** A data folder that cannot be used is named to the person who chose it, in words and without a stack. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MAIN = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
const MINUTE = 60_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlock-folder-'));
  await writeFile(join(folder, 'file'), '');
  await writeFile(join(folder, 'pglite'), 'not a database');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['is a file', () => join(folder, 'file')],
  ['is below a file', () => join(folder, 'file', 'data')],
  ['has something else where its database should be', () => folder],
])(
  'a data folder that %s is named, and the service ends with 1',
  { timeout: MINUTE },
  async (_, path) => {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: path() },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exited = once(child, 'exit');
    const said = await text(child.stderr);
    expect(await exited).toEqual([1, null]);
    expect(said).toContain('Interlock cannot start');
    expect(said).toContain(path());
    expect(said).not.toMatch(/^\s+at /mu);
  },
);
