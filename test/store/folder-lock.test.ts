/**
 * The danger: two processes on one embedded database lose data, and nobody notices. A
 * lock that outlives its process must not lock everybody out either; and when many find
 * the same dead one's lock, each believes that it may take over, and one only may.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from '../../src/store/folder-lock.ts';
import { openPglite } from '../../src/store/pglite.ts';
import { startTaker, type LockTaker } from './lock-takers.ts';

const RACERS = 6;
const ROUNDS = 20;

const folders: string[] = [];
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'interlock-lock-'));
  folders.push(folder);
  return folder;
};
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const locksIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.includes('lock')).toSorted();

/** A lock whose holder is looked for by its pid, as everywhere outside of containers. */
const lockOf = (pid: number, namespace: string): string =>
  JSON.stringify({ pid, started: '', namespace, sign: '' });

const leaveLock = (folder: string, content: string, generation = 1): Promise<void> =>
  writeFile(join(folder, `lock.${generation}`), content);

interface Written {
  readonly namespace: string;
}

const holderIn = async (folder: string): Promise<Written> => {
  const [name = ''] = await locksIn(folder);
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as Written;
};

/** Changes what the one lock of the folder says. */
const writeAs = async (folder: string, change: object): Promise<void> => {
  const [name = ''] = await locksIn(folder);
  await writeFile(join(folder, name), JSON.stringify({ ...(await holderIn(folder)), ...change }));
};

/** The id of a process that has ended. */
const deadPid = async (): Promise<number> => {
  const taker = await startTaker();
  await taker.end();
  return taker.pid;
};

const inUseBy = (pid: number): RegExp => new RegExp(`in use by process ${pid};`, 'u');

describe('a data folder', () => {
  it('is refused to a second opener of the same process, which is told the pid and the way out', async () => {
    const folder = await newFolder();
    const unlock = await lockFolder(folder);
    const second = lockFolder(folder);
    await expect(second).rejects.toBeInstanceOf(FolderInUse);
    await expect(second).rejects.toThrow(inUseBy(process.pid));
    await expect(second).rejects.toThrow('DATABASE_URL');
    await unlock();
  });

  it('is free again once it was given back, and gathers no files', async () => {
    const folder = await newFolder();
    const taken: string[][] = [];
    for (let time = 0; time < 3; time += 1) {
      const unlock = await lockFolder(folder);
      taken.push(await locksIn(folder));
      await unlock();
      expect((await locksIn(folder)).length).toBeLessThanOrEqual(1);
    }
    expect(taken).toEqual([['lock.1'], ['lock.2'], ['lock.3']]);
  });

  it('stays with its new holder when the old one gives it back a second time', async () => {
    const folder = await newFolder();
    const unlockFirst = await lockFolder(folder);
    await unlockFirst();
    const unlock = await lockFolder(folder);
    await unlockFirst();
    await expect(lockFolder(folder)).rejects.toThrow(inUseBy(process.pid));
    await unlock();
  });

  it('is refused to another process while its holder lives, and free when it has died', async () => {
    const folder = await newFolder();
    const holder = await startTaker();
    const other = await startTaker();
    expect(await holder.take(folder)).toBe('locked');
    expect(await other.take(folder)).toMatch(inUseBy(holder.pid));
    await expect(lockFolder(folder)).rejects.toThrow(inUseBy(holder.pid));
    await holder.end();
    expect(await locksIn(folder)).toHaveLength(1);
    expect(await other.take(folder)).toBe('locked');
    await expect(lockFolder(folder)).rejects.toThrow(inUseBy(other.pid));
    expect(await locksIn(folder)).toHaveLength(1);
    await other.end();
  });

  it('is free when another process has the pid of the holder by now', async () => {
    const folder = await newFolder();
    const holder = await startTaker();
    await holder.take(folder);
    await writeAs(folder, { started: '1' });
    const unlock = await lockFolder(folder);
    expect(await locksIn(folder)).toEqual(['lock.2']);
    await unlock();
    await holder.end();
  });

  it('is refused to another container while its holder lives, and free when it has died', async () => {
    const folder = await newFolder();
    const holder = await startTaker();
    await holder.take(folder);
    // As its lock looks from another container: its pid is nobody's here, or somebody else's.
    await writeAs(folder, { pid: 1, started: '1', namespace: 'elsewhere/pid:[1]' });
    await expect(lockFolder(folder)).rejects.toThrow('in use by process 1 of another container');
    await holder.end();
    const unlock = await lockFolder(folder);
    await unlock();
    expect(await readdir(folder)).toEqual(['lock.2']);
  });

  it('of another container that can give no sign is refused, unless the system was restarted since', async () => {
    const folder = await newFolder();
    await (
      await lockFolder(folder)
    )();
    const unlock = await lockFolder(folder);
    const [boot = ''] = (await holderIn(folder)).namespace.split('/');
    await unlock();
    const silent = { pid: 1, started: '1', sign: '' };
    await leaveLock(folder, JSON.stringify({ ...silent, namespace: `${boot}/pid:[1]` }), 3);
    await expect(lockFolder(folder)).rejects.toThrow('of another container');
    await leaveLock(folder, JSON.stringify({ ...silent, namespace: 'before/pid:[1]' }), 3);
    await expect(lockFolder(folder)).resolves.toBeInstanceOf(Function);
  });

  it.each([
    ['is empty', ''],
    ['is no JSON', 'pid 1'],
    ['names no process', '{"who":"me"}'],
  ])('is free when its lock %s', async (_, content) => {
    const folder = await newFolder();
    await leaveLock(folder, content);
    const unlock = await lockFolder(folder);
    expect(await locksIn(folder)).toEqual(['lock.2']);
    await unlock();
  });

  it('is given back when its database cannot be opened', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, 'pglite'), 'not a folder');
    await expect(openPglite(folder)).rejects.toBeDefined();
    await expect(lockFolder(folder)).resolves.toBeInstanceOf(Function);
  });

  it('is refused before its database is touched', async () => {
    const folder = await newFolder();
    const unlock = await lockFolder(folder);
    await expect(openPglite(folder)).rejects.toBeInstanceOf(FolderInUse);
    expect(existsSync(join(folder, 'pglite'))).toBe(false);
    await unlock();
  });
});

describe(`${RACERS} processes that race for a folder`, () => {
  let racers: readonly LockTaker[];
  let dead: string;
  beforeAll(async () => {
    racers = await Promise.all(Array.from({ length: RACERS }, startTaker));
    const folder = await newFolder();
    const unlock = await lockFolder(folder);
    dead = lockOf(await deadPid(), (await holderIn(folder)).namespace);
    await unlock();
  });
  afterAll(() => Promise.all(racers.map((racer) => racer.end())));

  const left: readonly [string, (folder: string) => Promise<void>][] = [
    ['without a lock', () => Promise.resolve()],
    ['with the lock of a dead process', (folder) => leaveLock(folder, dead)],
    [
      'with the locks of two dead processes',
      async (folder) => {
        await leaveLock(folder, dead, 9);
        await leaveLock(folder, dead, 10);
      },
    ],
  ];

  it.each(left)('%s: one gets it, and all others are told its pid', async (_, prepare) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = await newFolder();
      await prepare(folder);
      const got = await Promise.all(racers.map((racer) => racer.take(folder)));
      const winners = racers.filter((__, index) => got[index] === 'locked');
      expect(winners, got.join('\n')).toHaveLength(1);
      for (const answer of got.filter((one) => one !== 'locked'))
        expect(answer).toMatch(inUseBy(winners[0]?.pid ?? 0));
      expect(await locksIn(folder)).toHaveLength(1);
    }
  });
});
