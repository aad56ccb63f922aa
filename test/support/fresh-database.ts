/** One new, empty database for a test file, on the run's PostgreSQL. It is dropped after the file. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { clearUpLater } from './left-over.ts';

/** @returns the URL of a database that is dropped after the test file, whoever is still connected */
export const freshDatabase = async (): Promise<string> => {
  const name = `interlock_test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name}`);
  clearUpLater(() => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = serverUrl();
  url.pathname = `/${name}`;
  return url.href;
};

const serverUrl = (): URL => {
  const url: string | undefined = inject('postgresUrl');
  if (url === undefined)
    throw new Error('this test has no PostgreSQL: vite.config.ts lists its folder as pure');
  return new URL(url);
};

const administer = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: serverUrl().href });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
