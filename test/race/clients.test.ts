/**
 * The danger: two writers read the same version, and both write. With a bare update the
 * last one wins and both are told that they succeeded. Here two hundred clients race;
 * whatever each is told must be true.
 */
import { describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.ts';
import { newDatabase, onEachEngine } from '../support/engines.ts';
import { spawnServer } from '../support/server.ts';
import { contest } from './contest.ts';

const MINUTES = 60_000;

const newSeed = (what: string): number => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stdout.write(`${what}: seed ${seed}\n`);
  return seed;
};

onEachEngine(
  'two hundred clients that race eight commands each at twenty tasks',
  (database, engine) => {
    it(
      'are each told what is true',
      async () => {
        const { url } = await spawnServer({ ...(await database()), LOG_LEVEL: 'info' });
        const accepted = await contest(
          [clientOf(url)],
          { racers: 200, commandsEach: 8, tasks: 20 },
          newSeed(`race on ${engine}`),
        );
        expect(accepted).toBeGreaterThan(20);
      },
      3 * MINUTES,
    );
  },
);

describe('clients of two processes on one database', () => {
  it(
    'are each told what is true',
    async () => {
      const environment = await newDatabase.PostgreSQL();
      const servers = await Promise.all([spawnServer(environment), spawnServer(environment)]);
      const accepted = await contest(
        servers.map(({ url }) => clientOf(url)),
        { racers: 100, commandsEach: 8, tasks: 5 },
        newSeed('race of two processes'),
      );
      expect(accepted).toBeGreaterThan(5);
    },
    3 * MINUTES,
  );
});
