import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freshDatabase } from './fresh-database.ts';
import { startPostgres, type Postgres } from './postgres.ts';

const ask = async (connectionString: string, statement: string): Promise<unknown> => {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
};

describe("the run's PostgreSQL", () => {
  it('is version 15 or later, compares text by code point and speaks UTF-8', async () => {
    const url = inject('postgresUrl');
    expect(Number(await ask(url, 'SHOW server_version_num'))).toBeGreaterThanOrEqual(150_000);
    const database = await freshDatabase();
    expect(await ask(database, `SELECT 'Z' < 'a' AND length('ñ😀') = 2`)).toBe(true);
  });

  it('gives every caller an empty database of its own', async () => {
    const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
    await ask(one, 'CREATE TABLE only_here (n int)');
    expect(await ask(one, `SELECT to_regclass('only_here') IS NOT NULL`)).toBe(true);
    expect(await ask(other, `SELECT to_regclass('only_here') IS NOT NULL`)).toBe(false);
  });
});

describe('a PostgreSQL of a test’s own', () => {
  let server: Postgres;
  let folder: string;

  beforeAll(async () => {
    server = await startPostgres();
    folder = String(await ask(server.url, 'SHOW data_directory'));
    await ask(server.url, 'CREATE TABLE kept (n int)');
  });
  afterAll(() => server.stop());

  it('keeps what was committed when it is killed and started again', async () => {
    await ask(server.url, 'INSERT INTO kept VALUES (1)');
    await server.kill();
    await expect(ask(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await server.restart();
    expect(await ask(server.url, 'SELECT sum(n)::int FROM kept')).toBe(1);
  });

  it('cuts off a statement under way when it is killed: nothing of it is kept', async () => {
    const client = new Client({ connectionString: server.url });
    client.on('error', () => {});
    await client.connect();
    const started = once(client, 'notice');
    const outcome = client
      .query(
        `DO $$ BEGIN INSERT INTO kept VALUES (10); RAISE NOTICE 'started'; PERFORM pg_sleep(1); END $$`,
      )
      .then(
        () => 'answered',
        () => 'cut off',
      );
    await started;
    await server.kill();
    expect(await outcome).toBe('cut off');
    await server.restart();
    expect(await ask(server.url, 'SELECT sum(n)::int FROM kept')).toBe(1);
  });

  it('comes back at the same URL when it is restarted in order', async () => {
    await server.restart();
    expect(await ask(server.url, 'SELECT sum(n)::int FROM kept')).toBe(1);
  });

  it('leaves nothing behind when it is stopped', async () => {
    const brief = await startPostgres();
    const briefFolder = String(await ask(brief.url, 'SHOW data_directory'));
    expect(existsSync(briefFolder)).toBe(true);
    expect(briefFolder).not.toBe(folder);
    await brief.stop();
    expect(existsSync(briefFolder)).toBe(false);
    await expect(ask(brief.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });
});
