/**
 * The danger: a connection breaks with a statement on it. Unheard, the broken one takes
 * the whole process along; half heard, a caller is told the wrong thing. Here statements
 * are made to wait, so that the crash certainly meets them; then connections are cut at
 * random in a storm of writes and reads.
 */
import { randomInt } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, type Client } from '../support/client.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { spawnServer, type ServerProcess } from '../support/server.ts';
import { findLies, storm } from './storm.ts';

const MINUTES = 60_000;
const CUTS = 25;
const BETWEEN_CUTS = 20;
const RESTARTS = 4;
const BETWEEN_RESTARTS = 60;

const connect = async (url: string): Promise<pg.Client> => {
  const admin = new pg.Client({ connectionString: url });
  admin.on('error', () => {});
  await admin.connect();
  return admin;
};

describe('a service whose database breaks connections', () => {
  let postgres: Postgres;
  let server: ServerProcess;
  let client: Client;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    server = await spawnServer({ DATABASE_URL: postgres.url, LOG_LEVEL: 'info' });
    client = clientOf(server.url);
  });
  afterEach(async () => {
    await server.stop();
    await postgres.restart();
  });

  /** Makes every statement on a table wait; ends with the pid that waits once `ask` has come so far. */
  const blocked = async <T>(table: string, ask: () => Promise<T>) => {
    const admin = await connect(postgres.url);
    await admin.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const answer = ask();
    const waiting = async (): Promise<number> => {
      const { rows } = await admin.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
      );
      return rows[0]?.pid ?? 0;
    };
    await expect.poll(waiting, { interval: 20, timeout: 10_000 }).toBeGreaterThan(0);
    return { answer, pid: await waiting(), admin };
  };

  const expectReady = (): Promise<void> =>
    expect
      .poll(async () => (await client.get('/readyz')).status, { interval: 50, timeout: 15_000 })
      .toBe(200);

  it('answers a read 503 when the database crashes under it, and lives on', async () => {
    await client.post('/v1/tasks', { taskId: 'read' });
    const { answer } = await blocked('instances', () => client.get('/v1/tasks/read'));
    await postgres.kill();
    expect(await answer.then(({ status }) => status, String)).toBe(503);
    expect(server.process.exitCode).toBeNull();
    await postgres.restart();
    await expectReady();
    expect((await client.get('/v1/tasks/read')).at('version')).toBe(0);
  });

  it('settles a command whose commit the database crashed under, by the same id', async () => {
    const command = { type: 'StartTask', workerId: 'w', expectedVersion: 0, commandId: 'c' };
    const send = () => client.post('/v1/tasks/commit/commands', command);
    await client.post('/v1/tasks', { taskId: 'commit' });
    const { answer } = await blocked('feed_heads', send);
    await postgres.kill();
    await postgres.restart();
    expect([200, 503]).toContain((await answer).status);
    await expectReady();
    expect((await send()).status).toBe(200);
    expect((await client.get('/v1/tasks/commit/events?after=0')).body['items']).toHaveLength(1);
  });

  it('stores a command although the connection of its commit is cut, and its caller learns nothing of it', async () => {
    await client.post('/v1/tasks', { taskId: 'cut' });
    const command = { type: 'StartTask', workerId: 'w', expectedVersion: 0 };
    const { answer, pid, admin } = await blocked('feed_heads', () =>
      client.post('/v1/tasks/cut/commands', command),
    );
    await admin.query('SELECT pg_terminate_backend($1)', [pid]);
    await admin.query('ROLLBACK');
    await admin.end();
    expect(await answer).toMatchObject({ status: 200, body: { outcome: 'accepted' } });
  });

  it(
    `tells every caller the truth while its connections are cut ${CUTS} times`,
    async () => {
      const seed = randomInt(2 ** 31);
      process.stdout.write(`connections cut: seed ${seed}\n`);
      const admin = await connect(postgres.url);
      let cuts = 0;
      const cutting: Promise<unknown>[] = [];
      const told = await storm(client, {
        seed,
        lanes: 12,
        over: () => cuts >= CUTS,
        back: () => Promise.resolve(),
        onAcknowledged(count) {
          if (count < (cuts + 1) * BETWEEN_CUTS) return;
          cuts += 1;
          cutting.push(
            admin.query(
              'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
            ),
          );
        },
      });
      await Promise.all(cutting);
      await admin.end();
      process.stdout.write(`connections cut: ${JSON.stringify(told.counts)}\n`);
      await expectReady();
      expect(await findLies(client, told)).toEqual([]);
      expect(server.process.exitCode).toBeNull();
    },
    2 * MINUTES,
  );

  it.each([
    ['crashes', () => postgres.kill()],
    ['is stopped in order', () => Promise.resolve()],
  ])(
    `tells every caller the truth while its database %s and comes back ${RESTARTS} times`,
    async (what, down) => {
      const seed = randomInt(2 ** 31);
      process.stdout.write(`a database that ${what}: seed ${seed}\n`);
      let restarts = 0;
      let back: Promise<void> = Promise.resolve();
      const readers = new AbortController();
      const answers = new Set<number>();
      const reader = async (): Promise<void> => {
        while (!readers.signal.aborted) {
          const { status } = await client.get('/v1/tasks?limit=1');
          answers.add(status);
          if (status === 503) await back;
        }
      };
      const reading = Promise.all([reader(), reader()]);
      const told = await storm(client, {
        seed,
        lanes: 12,
        over: () => restarts >= RESTARTS,
        back: () => back,
        onAcknowledged(count) {
          if (count < (restarts + 1) * BETWEEN_RESTARTS) return;
          restarts += 1;
          back = down().then(() => postgres.restart());
        },
      });
      await back;
      readers.abort();
      await reading;
      process.stdout.write(`a database that ${what}: ${JSON.stringify(told.counts)}\n`);
      await expectReady();
      expect(await findLies(client, told)).toEqual([]);
      expect([...answers].filter((status) => ![200, 503].includes(status))).toEqual([]);
      expect(server.process.exitCode).toBeNull();
    },
    2 * MINUTES,
  );
});
