/** Starting and ending: many processes at once on an empty database, a folder in use, a SIGTERM in the middle of work. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { spawnServer } from '../support/server.ts';

const MINUTE = 60_000;

describe('a service', () => {
  it(
    'comes up eight times at once on an empty PostgreSQL, and all see the same',
    async () => {
      const environment = await newDatabase.PostgreSQL();
      const servers = await Promise.all(Array.from({ length: 8 }, () => spawnServer(environment)));
      const [first, ...others] = servers.map(({ url }) => clientOf(url));
      const created = await first?.post('/v1/tasks', { taskId: 'shared' });
      expect(created?.status).toBe(201);
      for (const other of others) {
        expect((await other.get('/v1/tasks/shared')).at('version')).toBe(0);
        expect((await other.post('/v1/tasks', { taskId: 'shared' })).at('created')).toBe(false);
      }
      await Promise.all(servers.map((server) => server.stop()));
    },
    2 * MINUTE,
  );

  it(
    'refuses a data folder that another process uses, and says which',
    async () => {
      const environment = await newDatabase.PGlite();
      const server = await spawnServer(environment);
      await expect(spawnServer(environment)).rejects.toThrow(
        new RegExp(`in use by process ${server.process.pid}`, 'u'),
      );
      expect((await clientOf(server.url).get('/readyz')).status).toBe(200);
      await server.stop();
    },
    MINUTE,
  );

  it(
    'answers what is under way when it is told to stop, ends with 0, and finds its data again',
    async () => {
      const environment = await newDatabase.PGlite();
      const server = await spawnServer(environment);
      const client = clientOf(server.url);
      await client.post('/v1/tasks', { taskId: 'kept' });
      const waiting = client.get('/v1/tasks/kept?waitFor=final&waitMs=60000');
      const writing = client.post('/v1/tasks/kept/commands', {
        type: 'StartTask',
        workerId: 'w1',
        expectedVersion: 0,
      });
      const exited = once(server.process, 'exit');
      await writing;
      server.process.kill('SIGTERM');
      expect((await waiting).at('status')).toBe('running');
      expect((await writing).status).toBe(200);
      expect(await exited).toEqual([0, null]);

      const again = await spawnServer(environment);
      expect((await clientOf(again.url).get('/v1/tasks/kept')).at('version')).toBe(1);
      await again.stop();
    },
    MINUTE,
  );
});
