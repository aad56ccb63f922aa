/**
 * A folder for one PostgreSQL server, and the keeper that outlives us: a shell in a session of
 * its own, which waits at the end of a pipe. The kernel closes that pipe however we end, also by
 * SIGKILL; then the keeper ends the server named last and removes the folder. An ordinary stop
 * takes the same way. Knows of the server only its process id.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Owner } from './postgres-owner.ts';

export interface Keeper {
  readonly folder: string;
  /** Says which process to end; null when none is running. */
  guard(pid: number | null): void;
  /** Ends the guarded process, removes the folder, and returns when both are done. */
  release(): Promise<void>;
}

const PREFIX = 'interlock-postgres-';
const LEFTOVER_AFTER_MS = 24 * 60 * 60 * 1_000;

const SCRIPT = `
trap '' HUP INT TERM
pid=
while read -r line; do pid=$line; done
if [ -n "$pid" ] && kill -QUIT "$pid"; then
  tries=0
  while kill -0 "$pid" && [ "$tries" -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
fi
rm -rf "$1"
`;

/** True if every user may walk down to this folder: a mode-700 folder on the way hides all below it. */
const isOpenToAll = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 &&
  (folder === dirname(folder) || isOpenToAll(dirname(folder)));

const parentFolder = (owner: Owner): string => {
  const candidates = owner === null ? [tmpdir()] : [tmpdir(), '/tmp', '/var/tmp'];
  const found = candidates.find((folder) => owner === null || isOpenToAll(resolve(folder)));
  if (found === undefined)
    throw new Error(`no temporary folder is open to another user: ${candidates.join(', ')}`);
  return resolve(found);
};

/** Folders of runs that were ended together with their keepers. */
const removeLeftovers = (parent: string): void => {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(parent, name);
    const ageMs = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
    if (ageMs > LEFTOVER_AFTER_MS) rmSync(folder, { recursive: true, force: true });
  }
};

export const keepFolder = (owner: Owner): Keeper => {
  const parent = parentFolder(owner);
  removeLeftovers(parent);
  const folder = mkdtempSync(join(parent, PREFIX));
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'keeper', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  // A keeper that is gone is found out by release(), not by a failing write.
  shell.stdin.on('error', () => {});
  const ended = once(shell, 'exit');
  return {
    folder,
    guard: (pid) => shell.stdin.write(`${pid ?? ''}\n`),
    release: async () => {
      shell.ref();
      shell.stdin.end();
      await ended;
    },
  };
};
