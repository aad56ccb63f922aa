/**
 * Before the tests that need a world: one PostgreSQL and one build of the server, side by side.
 * Says so in one line, which it finishes when both are there.
 */
import { execFile } from 'node:child_process';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of the run's PostgreSQL. Tests take a database of their own: `freshDatabase`. */
    postgresUrl: string;
  }
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  process.stderr.write('Starting PostgreSQL and building the server … ');
  const [server, built] = await Promise.allSettled([timed(openServer), timed(build)]);
  if (server.status === 'rejected' || built.status === 'rejected') {
    process.stderr.write('failed.\n');
    if (server.status === 'fulfilled') await server.value.result.stop();
    throw [server, built].find((outcome) => outcome.status === 'rejected')?.reason;
  }
  const { url, stop } = server.value.result;
  const version = await versionOf(url);
  process.stderr.write(
    `PostgreSQL ${version} in ${server.value.s} s, build in ${built.value.s} s.\n`,
  );
  provide('postgresUrl', url);
  return stop;
};

const openServer = async (): Promise<Server> => {
  const url = process.env['TEST_DATABASE_URL'];
  return url === undefined ? startPostgres() : { url, stop: () => Promise.resolve() };
};

const build = (): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile('npm', ['run', '--silent', 'build'], (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`npm run build failed:\n${stdout}${stderr}`));
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
