/** The user a test's PostgreSQL runs as: the server refuses to run as root. */
import { execFileSync } from 'node:child_process';

/** Null: as ourselves. */
export type Owner = { readonly uid: number; readonly gid: number } | null;

const idOf = (user: string, flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));

/** As root: user `postgres`, else `nobody`; no user is ever created on the machine. */
export const findOwner = (): Owner => {
  if (process.getuid?.() !== 0) return null;
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf(user, '-u'), gid: idOf(user, '-g') };
    } catch {
      // This machine has no such user; the next one may exist.
    }
  }
  throw new Error('as root, PostgreSQL needs a user "postgres" or "nobody" to run as');
};
