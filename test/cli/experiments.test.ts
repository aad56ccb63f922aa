/** The fault experiments that a user can run: each holds, and leaves its evidence. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const MAIN = new URL('../../dist/src/cli/experiments.js', import.meta.url).pathname;
const MINUTE = 60_000;

interface Evidence {
  readonly holds: boolean;
  readonly steps: readonly { readonly expected: unknown; readonly seen: unknown }[];
}

describe('the experiments', () => {
  it.each(['duplicate-id', 'race', 'gap', 'crash', 'follower'])(
    '%s holds against a real server, and its evidence has what was expected beside what was seen',
    async (name) => {
      const folder = await mkdtemp(join(tmpdir(), 'interlock-experiments-'));
      try {
        const { stdout } = await run(process.execPath, [MAIN, name], {
          env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder },
        });
        expect(stdout).toContain('holds; evidence in');
        const file = join(folder, 'experiments', `${name}.json`);
        const evidence = JSON.parse(await readFile(file, 'utf8')) as Evidence;
        expect(evidence.holds).toBe(true);
        expect(evidence.steps.length).toBeGreaterThan(0);
        for (const { expected, seen } of evidence.steps) expect(seen).toEqual(expected);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    2 * MINUTE,
  );

  it('know their names', async () => {
    await expect(run(process.execPath, [MAIN, 'perpetual-motion'])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('duplicate-id, race, gap, crash, follower') as string,
    });
  });
});
