/**
 * The danger: a SIGTERM cuts off what is under way, and a caller never learns whether it
 * was done; or one caller who does not let go keeps the service from ending, and whoever
 * runs it kills it.
 */
import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.ts';
import { newDatabase, onEachEngine } from '../support/engines.ts';
import { spawnServer, type ServerProcess } from '../support/server.ts';

const MINUTE = 60_000;
/** Enough that some are in the middle of a request whenever the signal comes. */
const LANES = 24;

/** A request that the server has certainly begun to handle: it has said "100 Continue". */
const underWay = async (
  url: string,
  method: string,
  agent: Agent | false = false,
): Promise<ClientRequest> => {
  const asking = request(url, {
    method,
    agent,
    headers: {
      Expect: '100-continue',
      ...(method === 'POST'
        ? { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
        : {}),
    },
  });
  asking.flushHeaders();
  await once(asking, 'continue');
  return asking;
};

const answerTo = async (asking: ClientRequest, body = ''): Promise<[number, string]> => {
  const answered = once(asking, 'response');
  asking.end(body);
  const [response] = (await answered) as [IncomingMessage];
  return [response.statusCode ?? 0, await text(response)];
};

/** Ends when the server has begun to stop. */
const terminate = async (server: ServerProcess): Promise<void> => {
  server.process.kill('SIGTERM');
  await expect
    .poll(() => server.output(), { interval: 10, timeout: 5_000 })
    .toContain('answering what is under way');
};

onEachEngine('a service that is told to stop', (database) => {
  it(
    'answers the requests that it has begun, stores what it acknowledges, and ends with 0',
    async () => {
      const environment = await database();
      const server = await spawnServer(environment);
      await clientOf(server.url).post('/v1/tasks', { taskId: 'before' });
      const writing = await underWay(`${server.url}/v1/tasks`, 'POST');
      const waiting = await underWay(
        `${server.url}/v1/tasks/before?waitFor=final&waitMs=60000`,
        'GET',
      );
      const waited = answerTo(waiting);
      const exited = once(server.process, 'exit');
      await terminate(server);
      expect(await waited).toMatchObject([200, expect.stringContaining('"queued"')]);
      expect(await answerTo(writing, '{"taskId":"late"}')).toMatchObject([
        201,
        expect.stringContaining('"created":true'),
      ]);
      expect(await exited).toEqual([0, null]);
      expect(server.output()).toContain('"stopped"');

      const again = await spawnServer(environment);
      const client = clientOf(again.url);
      for (const taskId of ['before', 'late'])
        expect((await client.get(`/v1/tasks/${taskId}`)).at('version')).toBe(0);
      await again.stop();
    },
    MINUTE,
  );

  it(
    'ends although callers go on sending on the connections they have, and keeps what it acknowledged',
    async () => {
      const environment = await database();
      const server = await spawnServer(environment);
      const client = clientOf(server.url);
      const exited = once(server.process, 'exit');
      const acknowledged: string[] = [];
      const lane = async (number: number): Promise<void> => {
        for (let turn = 0; ; turn += 1) {
          const taskId = `kept-${number}-${turn}`;
          const answer = await client.post('/v1/tasks', { taskId }).catch(() => null);
          if (answer === null) return;
          expect(answer.status).toBe(201);
          acknowledged.push(taskId);
          if (acknowledged.length === 100) server.process.kill('SIGTERM');
        }
      };
      await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
      expect(await exited).toEqual([0, null]);

      const again = await spawnServer(environment);
      const reader = clientOf(again.url);
      const found = acknowledged.map(async (id) => (await reader.get(`/v1/tasks/${id}`)).status);
      expect(new Set(await Promise.all(found))).toEqual(new Set([200]));
      await again.stop();
    },
    MINUTE,
  );
});

describe('a service that is told to stop, with a caller that keeps its connection', () => {
  it(
    'lets go of the connection with the answer that was under way',
    async () => {
      const server = await spawnServer(await newDatabase.PostgreSQL());
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const writing = await underWay(`${server.url}/v1/tasks`, 'POST', agent);
      const exited = once(server.process, 'exit');
      await terminate(server);
      const answered = once(writing, 'response');
      writing.end('{"taskId":"last"}');
      const [response] = (await answered) as [IncomingMessage];
      response.resume();
      expect([response.statusCode, response.headers.connection]).toEqual([201, 'close']);
      expect(await exited).toEqual([0, null]);
      agent.destroy();
    },
    MINUTE,
  );
});

describe('a service that is told to stop, with a viewer that does not answer', () => {
  it(
    'does not wait for it',
    async () => {
      const server = await spawnServer(await newDatabase.PostgreSQL());
      const { hostname, port } = new URL(server.url);
      const viewer = connect(Number(port), hostname);
      viewer.on('error', () => {});
      viewer.write(
        [
          'GET /inspect HTTP/1.1',
          `Host: ${hostname}:${port}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
          '\r\n',
        ].join('\r\n'),
      );
      await once(viewer, 'data');
      const exited = once(server.process, 'exit');
      await terminate(server);
      expect(await exited).toEqual([0, null]);
      viewer.destroy();
    },
    MINUTE,
  );
});
