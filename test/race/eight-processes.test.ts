/**
 * The danger: many processes find an empty database at the same moment. Each would make
 * the tables, each with a number of partitions of its own; and where two differ about an
 * instance's partition, it exists twice. Then all of them write to the same tasks.
 */
import { randomInt } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOf } from '../../src/kernel/hash.ts';
import { clientOf } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { spawnServer, type ServerProcess } from '../support/server.ts';
import { contest } from './contest.ts';

const PROCESSES = 8;
const MINUTES = 60_000;

interface Placed {
  readonly partition: number;
  readonly instance_id: string;
  readonly feed_offset: string;
}

describe(`${PROCESSES} processes started at once on an empty database`, () => {
  let servers: readonly ServerProcess[];
  let database: pg.Client;
  beforeAll(async () => {
    const environment = await newDatabase.PostgreSQL();
    database = new pg.Client({ connectionString: environment['DATABASE_URL'] ?? '' });
    await database.connect();
    servers = await Promise.all(Array.from({ length: PROCESSES }, () => spawnServer(environment)));
  }, 2 * MINUTES);
  afterAll(async () => {
    await database.end();
    await Promise.all(servers.map((server) => server.stop()));
  });

  const rows = async <T extends object>(statement: string): Promise<T[]> =>
    (await database.query<T>(statement)).rows;

  it('install it once, with one number of partitions', async () => {
    const installed = await rows<{ partitions: number }>('SELECT partitions FROM service');
    expect(installed).toHaveLength(1);
    const heads = await rows<{ partition: number }>('SELECT partition FROM feed_heads ORDER BY 1');
    expect(heads.map(({ partition }) => partition)).toEqual(
      Array.from({ length: installed[0]?.partitions ?? 0 }, (_, partition) => partition),
    );
    const applied = await rows<{ number: number }>('SELECT number FROM migrations');
    expect(new Set(applied.map(({ number }) => number)).size).toBe(applied.length);
  });

  it(
    'agree where every instance belongs, and tell the callers of all of them the truth',
    async () => {
      const seed = randomInt(2 ** 31);
      process.stdout.write(`race of ${PROCESSES} processes: seed ${seed}\n`);
      const accepted = await contest(
        servers.map(({ url }) => clientOf(url)),
        { racers: 48, commandsEach: 6, tasks: 6 },
        seed,
      );
      expect(accepted).toBeGreaterThan(6);
      const events = await rows<Placed>('SELECT * FROM events ORDER BY partition, feed_offset');
      const heads = await rows<{ partition: number }>('SELECT partition FROM feed_heads');
      expect(events.map(({ partition }) => partition)).toEqual(
        events.map(({ instance_id: id }) => placeOf(id, heads.length)),
      );
      for (const { partition } of heads) {
        const offsets = events.filter((event) => event.partition === partition);
        expect(offsets.map((event) => Number(event.feed_offset))).toEqual(
          offsets.map((_, index) => index + 1),
        );
      }
    },
    2 * MINUTES,
  );
});
