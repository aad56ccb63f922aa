/**
 * Before the tests that need a world: one PostgreSQL and one build of the server, side by side,
 * and one embedded database to be copied.
 * Says so in one line, which it finishes when both are there.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of the run's PostgreSQL. Tests take a database of their own: `freshDatabase`. */
    postgresUrl: string;
    /** A folder with an embedded database that was made and never used: copying it saves making one. */
    emptyPglite: string;
  }
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  process.stderr.write('Starting PostgreSQL and building the server … ');
  const [server, complaint] = await Promise.all([timed(openServer), timed(build)]);
  const { url, stop } = server.result;
  const version = await versionOf(url);
  process.stderr.write(`PostgreSQL ${version} in ${server.s} s, build in ${complaint.s} s.\n`);
  const folder = await mkdtemp(join(tmpdir(), 'interlock-pglite-'));
  await (await PGlite.create(join(folder, 'pglite'))).close();
  provide('postgresUrl', url);
  provide('emptyPglite', folder);
  tellOf(complaint.result);
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
    tellOf(complaint.result);
  };
};

/** A broken build fails the run, yet hides no test: most of them need no build. */
const tellOf = (complaint: string): void => {
  if (complaint === '') return;
  process.exitCode = 1;
  process.stderr.write(`\nTHE BUILD FAILED, so this run fails:\n${complaint}\n`);
};

const openServer = async (): Promise<Server> => {
  const url = process.env['TEST_DATABASE_URL'];
  return url === undefined ? startPostgres() : { url, stop: () => Promise.resolve() };
};

/** @returns what the build has to complain of; empty when all is well */
const build = (): Promise<string> =>
  new Promise((resolve) => {
    execFile('npm', ['run', '--silent', 'build'], (error, stdout, stderr) => {
      resolve(error === null ? '' : `${error.message}\n${stdout}${stderr}`.trim());
    });
  });

const timed = async <T>(work: () => Promise<T>): Promise<{ result: T; s: string }> => {
  const start = performance.now();
  const result = await work();
  return { result, s: ((performance.now() - start) / 1_000).toFixed(1) };
};

const versionOf = async (connectionString: string): Promise<string> => {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version ?? 'of unknown version';
  } finally {
    await client.end();
  }
};
