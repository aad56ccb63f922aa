/**
 * The danger: a process finds a dead one's lock and is stopped for a while (a suspended
 * machine, a busy one) before it takes over. Meanwhile another one takes the folder and
 * gives it back, and a third one takes it. The numbers of the locks have started again,
 * so the late one finds its number free and the highest; it must not join the third one.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { FolderInUse, lockFolder } from '../../src/store/folder-lock.ts';

/** Holds back the next creation of a lock until it is told to go on. */
const gate = vi.hoisted(() => ({ next: null as (() => Promise<void>) | null }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  return {
    ...original,
    async link(from: string, to: string): Promise<void> {
      const wait = gate.next;
      gate.next = null;
      await wait?.();
      await original.link(from, to);
    },
  };
});

const signal = () => {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlock-late-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a taker that was stopped during another one’s whole turn does not join the next holder', async () => {
  const dead = 2 ** 22 + 1; // Beyond the highest pid that Linux gives.
  await writeFile(join(folder, 'lock.1'), JSON.stringify({ pid: dead, started: '' }));
  const stopped = signal();
  const goOn = signal();
  gate.next = () => {
    stopped.give();
    return goOn.given;
  };
  const late = lockFolder(folder);
  await stopped.given;

  const unlock = await lockFolder(folder);
  await unlock();
  const unlockThird = await lockFolder(folder);

  goOn.give();
  await expect(late).rejects.toBeInstanceOf(FolderInUse);
  await unlockThird();
});
