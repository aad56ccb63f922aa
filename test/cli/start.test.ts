/** A service that cannot start says why in words, on a line that helps, and ends with a code that tells faults apart. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDatabase } from '../support/engines.ts';
import { spawnServer, type Environment } from '../support/server.ts';

const MAIN = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
const MINUTE = 60_000;

interface Ending {
  readonly code: number;
  /** What it said to the person at the terminal, on its error stream. */
  readonly said: string;
}

/** Starts a service that is expected to end by itself. */
const start = async (environment: Environment, ...given: string[]): Promise<Ending> => {
  const child = spawn(process.execPath, [MAIN, ...given], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const said = await text(child.stderr);
  const [code] = (await exited) as [number];
  return { code, said };
};

describe('a service that cannot start', () => {
  it('says what it is set by when it is given arguments, and ends with 2', async () => {
    const { code, said } = await start({}, '--port', '80');
    expect(code).toBe(2);
    expect(said).toContain('--port 80 means nothing here');
    expect(said).toContain('DATABASE_URL');
  });

  it('is one that was only asked for help, and ends with 0', async () => {
    expect(await start({}, '--help')).toEqual({ code: 0, said: '' });
  });

  const taken = createServer();
  let port: number;
  beforeAll(async () => {
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  });
  afterAll(() => {
    taken.close();
  });

  it('names every setting at fault, and ends with 2', async () => {
    const { code, said } = await start({ PORT: 'http', LEASE_MS: '0', HOST: 'a b' });
    expect(code).toBe(2);
    for (const setting of ['PORT', 'LEASE_MS', 'HOST'])
      expect(said).toMatch(new RegExp(`^${setting}: `, 'mu'));
    expect(said).not.toMatch(/^\s+at /mu);
  });

  it(
    'names the process that uses its data folder, and ends with 1',
    async () => {
      const environment = await newDatabase.PGlite();
      const server = await spawnServer(environment);
      const { code, said } = await start(environment);
      expect(code).toBe(1);
      expect(said).toContain(`in use by process ${server.process.pid}`);
      expect(said).not.toMatch(/^\s+at /mu);
      await server.stop();
    },
    MINUTE,
  );

  it('says that the database cannot be reached, and ends with 1', async () => {
    const { code, said } = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(said).toContain('the database cannot be reached');
    expect(said).toContain('ECONNREFUSED');
    expect(said).not.toMatch(/^\s+at /mu);
  });

  it.each([
    ['the database does not exist', (url: URL) => Object.assign(url, { pathname: '/absent' })],
    ['the password is wrong', (url: URL) => Object.assign(url, { password: 'wrong' })],
  ])('says that %s, and ends with 1', { timeout: MINUTE }, async (_, change) => {
    const { DATABASE_URL } = await newDatabase.PostgreSQL();
    const { code, said } = await start({
      DATABASE_URL: change(new URL(String(DATABASE_URL))).href,
    });
    expect(code).toBe(1);
    expect(said).toMatch(/Interlock cannot start: .*\n.*(?:does not exist|authentication failed)/u);
    expect(said).not.toMatch(/^\s+at /mu);
  });

  it(
    'says that the port is taken, ends with 1, and leaves its database to the next one',
    async () => {
      const environment = await newDatabase.PGlite();
      const { code, said } = await start({ ...environment, PORT: String(port) });
      expect(code).toBe(1);
      expect(said).toContain('EADDRINUSE');
      expect(said).not.toMatch(/^\s+at /mu);
      await (await spawnServer(environment)).stop();
    },
    MINUTE,
  );
});
