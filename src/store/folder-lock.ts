/**
 * One process at a time in a data folder: two would lose data silently.
 *
 * A lock is a file `lock.N` that names its process. The holder is the living process
 * of the highest N. To take a lock whose holder is dead, a process creates `lock.N+1`,
 * which the file system grants to one of them, and then makes sure that it is still
 * the highest: a latecomer that read an old N finds a higher one and steps back.
 */
import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, readlink, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { giveSign, givesSign } from './sign-of-life.ts';

/** Another living process holds the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';

  constructor(folder: string, { pid }: Holder, isElsewhere: boolean) {
    super(
      `${folder} is in use by process ${pid}${isElsewhere ? ' of another container' : ''}; two processes on one embedded database would lose data. ` +
        'Stop that one, choose another DATA_DIR, or use a PostgreSQL with DATABASE_URL.',
    );
  }
}

interface Holder {
  readonly pid: number;
  /** When the process started, as the system counts it; tells a reused pid apart. Empty where unknown. */
  readonly started: string;
  /** Where its pid means something: the run of the system and the container. Empty where unknown. */
  readonly namespace: string;
  /** The file by which it gives a sign of life; empty if it could not. */
  readonly sign: string;
}

const LOCK = /^lock\.(\d+)$/;
const fileOf = (folder: string, generation: number): string => join(folder, `lock.${generation}`);

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const startOf = async (pid: number): Promise<string> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

const namespaceHere = async (): Promise<string> => {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()}/${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
};

const isRunning = async ({ pid, started }: Holder): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
  return started === '' || started === (await startOf(pid));
};

/** A holder of another container that could give no sign is taken to live as long as the system does. */
const isAlive = async (folder: string, holder: Holder, namespace: string): Promise<boolean> => {
  if (holder.namespace === namespace) return isRunning(holder);
  if (holder.sign !== '') return givesSign(folder, holder.sign);
  return holder.namespace.split('/')[0] === namespace.split('/')[0];
};

const generations = async (folder: string): Promise<number[]> =>
  (await readdir(folder))
    .flatMap((file) => LOCK.exec(file)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

/** A name in the folder, and nothing that leads out of it. */
const SIGN = /^[\w.-]*$/u;

const readHolder = async (file: string): Promise<Holder | null> => {
  try {
    const { pid, started, namespace, sign } = JSON.parse(await readFile(file, 'utf8')) as Record<
      string,
      unknown
    >;
    return typeof pid === 'number' && typeof sign === 'string' && SIGN.test(sign)
      ? { pid, started: String(started), namespace: String(namespace), sign }
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
  const signName = `.sign-${randomUUID()}`;
  const sign = await giveSign(folder, signName);
  const holder: Holder = {
    pid: process.pid,
    started: await startOf(process.pid),
    namespace: await namespaceHere(),
    sign: sign === null ? '' : signName,
  };
  try {
    const mine = await takeLock(folder, holder);
    return async () => {
      await release(folder, mine);
      await sign?.end();
    };
  } catch (error) {
    await sign?.end();
    throw error;
  }
};

/** @returns the lock's file */
const takeLock = async (folder: string, me: Holder): Promise<string> => {
  for (;;) {
    const highest = (await generations(folder)).at(-1) ?? 0;
    const holder = highest > 0 ? await readHolder(fileOf(folder, highest)) : null;
    if (holder !== null && (await isAlive(folder, holder, me.namespace)))
      throw new FolderInUse(folder, holder, holder.namespace !== me.namespace);
    const mine = fileOf(folder, highest + 1);
    if (!(await createWhole(folder, mine, JSON.stringify(me)))) continue;
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
    if (holder !== null && holder.sign !== '') await unlinkIfThere(join(folder, holder.sign));
    return mine;
  }
};
