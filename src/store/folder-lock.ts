/**
 * One process at a time in a data folder: two would lose data silently.
 *
 * A lock is a file `lock.N` that names its process. The holder is the living process
 * of the highest N. To take a lock whose holder is dead, a process creates `lock.N+1`,
 * which the file system grants to one of them, and then makes sure that it is still
 * the highest: a latecomer that read an old N finds a higher one and steps back.
 */
import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another living process holds the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';

  constructor(folder: string, pid: number) {
    super(
      `${folder} is in use by process ${pid}; two processes on one embedded database would lose data. ` +
        'Stop that one, choose another DATA_DIR, or use a PostgreSQL with DATABASE_URL.',
    );
  }
}

interface Holder {
  readonly pid: number;
  /** When the process started, as the system counts it; tells a reused pid apart. Empty where unknown. */
  readonly started: string;
}

const LOCK = /^lock\.(\d+)$/;
const fileOf = (folder: string, generation: number): string => join(folder, `lock.${generation}`);

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const startOf = async (pid: number): Promise<string> => {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot.trim()}/${afterName[19] ?? ''}`;
  } catch {
    return '';
  }
};

const isAlive = async ({ pid, started }: Holder): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
  return started === '' || started === (await startOf(pid));
};

const generations = async (folder: string): Promise<number[]> =>
  (await readdir(folder))
    .flatMap((file) => LOCK.exec(file)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

const readHolder = async (file: string): Promise<Holder | null> => {
  try {
    const holder: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof holder === 'object' && holder !== null && 'pid' in holder && 'started' in holder
      ? { pid: Number(holder.pid), started: String(holder.started) }
      : null;
  } catch {
    return null;
  }
};

const unlinkIfThere = async (file: string): Promise<void> => {
  await unlink(file).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
  });
};

/** Creates the file with its content at once, or says that it exists. */
const createWhole = async (folder: string, file: string, content: string): Promise<boolean> => {
  const draft = join(folder, `.lock-${randomUUID()}`);
  await writeFile(draft, content, { flag: 'wx' });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await unlinkIfThere(draft);
  }
};

/**
 * Gives a lock back, but leaves its number taken: a process that was stopped while it
 * looked at an older lock must never find its number free again.
 */
const release = async (folder: string, file: string): Promise<void> => {
  const draft = join(folder, `.lock-${randomUUID()}`);
  await writeFile(draft, JSON.stringify({ released: true }), { flag: 'wx' });
  await rename(draft, file);
};

/** Takes the folder; the answer gives it back. @throws FolderInUse */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  const content = JSON.stringify({ pid: process.pid, started: await startOf(process.pid) });
  for (;;) {
    const highest = (await generations(folder)).at(-1) ?? 0;
    if (highest > 0) {
      const holder = await readHolder(fileOf(folder, highest));
      if (holder !== null && (await isAlive(holder))) throw new FolderInUse(folder, holder.pid);
    }
    const mine = fileOf(folder, highest + 1);
    if (!(await createWhole(folder, mine, content))) continue;
    const known = await generations(folder);
    if (known.at(-1) !== highest + 1) {
      await unlinkIfThere(mine);
      continue;
    }
    await Promise.all(
      known
        .filter((older) => older <= highest)
        .map((older) => unlinkIfThere(fileOf(folder, older))),
    );
    return () => release(folder, mine);
  }
};
