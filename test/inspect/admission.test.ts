/** Who may watch, and what: the inspector's door. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { isJsonObject, type JsonObject } from '../../src/kernel/json.ts';
import { firing } from '../http/support.ts';
import { clientOf, type Client } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';

const TOKEN = 'a-token-for-the-viewer';
const TOKENS = JSON.stringify([
  {
    name: 'viewer-1',
    roles: ['viewer', 'operator'],
    sha256: createHash('sha256').update(TOKEN).digest('hex'),
  },
]);
const authorized = { Authorization: `Bearer ${TOKEN}` };

const socketUrl = (url: string, query = ''): string =>
  `${url.replace('http', 'ws')}/inspect${query}`;

/** 101, or the status with which the upgrade was refused. */
const knock = async (url: string, options: ClientOptions = {}): Promise<number> => {
  const socket = new WebSocket(url, options);
  const answer = await new Promise<number>((resolve, reject) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
    });
    socket.on('error', reject);
  });
  socket.close();
  return answer;
};

/** A viewer that is connected; `until` ends when a message is as asked. */
const watch = async (url: string, options: ClientOptions = {}) => {
  const socket = new WebSocket(url, options);
  const messages: JsonObject[] = [];
  socket.on('message', (data: Buffer) => {
    const message: unknown = JSON.parse(data.toString());
    if (isJsonObject(message)) messages.push(message);
  });
  await once(socket, 'open');
  return {
    messages,
    close: () => socket.close(),
    async until(holds: (message: JsonObject) => boolean): Promise<void> {
      while (!messages.some(holds)) await once(socket, 'message');
    },
  };
};

const about =
  (session: string) =>
  ({ sessionId }: JsonObject): boolean =>
    sessionId === session;

describe('a service with tokens', () => {
  let url: string;
  beforeAll(async () => {
    ({ url } = await serveHere({ ...(await newDatabase.PostgreSQL()), TOKENS }));
  });

  it('shows nothing to who has none, a wrong one, or one in the wrong place', async () => {
    const wrong = { Authorization: 'Bearer something-else' };
    for (const answer of [
      await knock(socketUrl(url)),
      await knock(socketUrl(url), { headers: wrong }),
      await knock(socketUrl(url), { origin: 'http://localhost:3000' }),
      await knock(socketUrl(url, `?token=${TOKEN}`)),
    ])
      expect([401, 403]).toContain(answer);
  });

  it('shows what happens to who has one', async () => {
    const viewer = await watch(socketUrl(url), { headers: authorized });
    const created = await clientOf(url, authorized).post('/v1/tasks', { taskId: 'shown' });
    expect(created.status).toBe(201);
    await viewer.until(({ type }) => type === '@xstate.snapshot');
    expect(viewer.messages.map(({ sessionId }) => sessionId)).toEqual(
      viewer.messages.map(() => 'task/shown'),
    );
    expect(JSON.stringify(viewer.messages)).not.toContain(TOKEN);
    viewer.close();
  });
});

describe('a service without tokens', () => {
  let url: string;
  let client: Client;
  beforeAll(async () => {
    ({ url } = await serveHere(await newDatabase.PostgreSQL()));
    client = clientOf(url);
  });

  it.each([
    ['a page of this machine', { origin: 'http://localhost:5173' }, 101],
    ['a page of this machine by address', { origin: 'http://127.0.0.1:3000' }, 101],
    ['a program, which has no origin', {}, 101],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page whose name only looks local', { origin: 'http://localhost.evil.example' }, 403],
    ['a page without an origin of its own', { origin: 'null' }, 403],
    ['a name that is resolved to this machine', { headers: { Host: 'evil.example' } }, 403],
  ])('answers %s as it should', async (_, options, status) => {
    expect(await knock(socketUrl(url), options)).toBe(status);
  });

  it.each(['/', '/inspect/', '/inspect/../x', '/v1/tasks', '//inspect', '/%'])(
    'refuses an upgrade at %s, and goes on',
    async (path) => {
      expect(await knock(url.replace('http', 'ws') + path)).toBe(404);
      expect((await client.get('/healthz')).status).toBe(200);
    },
  );

  it.each([
    ['?lifecycle=unknown', 404],
    ['?lifecycle=task&id=%00', 400],
    [`?lifecycle=task&id=${'x'.repeat(201)}`, 400],
    ['?task=1', 400],
    ['?id=any', 101],
  ])('answers %s with %i', async (query, status) => {
    expect(await knock(socketUrl(url, query))).toBe(status);
  });

  it('shows a viewer of one lifecycle every instance of it, and of no other', async () => {
    const viewer = await watch(socketUrl(url, '?lifecycle=alarm'));
    await client.post('/v1/tasks', { taskId: 'hidden' });
    const ids: string[] = [];
    for (const id of ['1', '2'])
      ids.push((await client.post('/v1/alarms', firing(id))).text('alarm.alarmId'));
    await viewer.until(about(`alarm/${ids[1] ?? ''}`));
    const sessions = new Set(viewer.messages.map(({ sessionId }) => sessionId));
    expect(sessions).toEqual(new Set(ids.map((id) => `alarm/${id}`)));
    viewer.close();
  });

  it('shows a viewer of one id that instance alone, also when it does not exist yet', async () => {
    const viewer = await watch(socketUrl(url, '?lifecycle=task&id=later'));
    await client.post('/v1/tasks', { taskId: 'another' });
    await client.post('/v1/tasks', { taskId: 'later' });
    await viewer.until(({ type }) => type === '@xstate.snapshot');
    expect(viewer.messages.map(({ type, sessionId }) => [type, sessionId])).toEqual([
      ['@xstate.actor', 'task/later'],
      ['@xstate.event', 'task/later'],
      ['@xstate.snapshot', 'task/later'],
    ]);
    viewer.close();
  });
});
