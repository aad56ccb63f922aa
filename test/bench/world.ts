/** The database server of a run, the databases on it, and everything that has to be closed at the end. */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import pg from 'pg';
import { startPostgres } from '../support/postgres.ts';
import type { Options } from './options.ts';

export interface World {
  readonly options: Options;
  /** Where the report and the logs go. */
  readonly folder: string;
  /** A new, empty database, dropped at the end. @returns its URL */
  newDatabase(): Promise<string>;
  /** The rows of a statement on the server, as its superuser. */
  ask(text: string, url?: string): Promise<Record<string, unknown>[]>;
  /** Closed at the end, what was opened last first. */
  onEnd(close: () => Promise<unknown>): void;
  end(): Promise<void>;
}

const FOLDER = new URL('../../.data/bench/', import.meta.url).pathname;

const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

/** On DATABASE_URL's server if it is set; else on one of the run's own, which syncs as a server does by default. */
export const openWorld = async (options: Options): Promise<World> => {
  await mkdir(FOLDER, { recursive: true });
  const closers: (() => Promise<unknown>)[] = [];
  const given = process.env['DATABASE_URL'];
  const server = given === undefined ? await startPostgres({ fsync: 'on' }) : null;
  if (server !== null) closers.push(() => server.stop());
  const serverUrl = server?.url ?? given ?? '';
  return {
    options,
    folder: FOLDER,
    async newDatabase() {
      const name = `interlock_bench_${randomBytes(6).toString('hex')}`;
      await query(serverUrl, `CREATE DATABASE ${name}`);
      closers.push(() => query(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      return url.href;
    },
    ask: (text, url = serverUrl) => query(url, text),
    onEnd: (close) => closers.push(close),
    async end() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
};
