/** Stately's own receiver follows an instance that is driven over HTTP. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createWebSocketReceiver } from '@statelyai/inspect';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { machine } from '../../machines/task/machine.ts';
import { clientOf, type Client } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';

type WireEvent = Parameters<
  Extract<
    Parameters<ReturnType<typeof createWebSocketReceiver>['subscribe']>[0],
    (...values: never[]) => unknown
  >
>[0];

/** Collects what a receiver gets; `until` ends when it has that many. */
const receive = (url: string) => {
  const events: WireEvent[] = [];
  let wake = (): void => {};
  createWebSocketReceiver({ server: url }).subscribe((event) => {
    events.push(event);
    wake();
  });
  return {
    events,
    async until(count: number): Promise<void> {
      while (events.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
};

const SHA = 'a'.repeat(64);
const commands = [
  { type: 'StartTask', workerId: 'w1' },
  { type: 'StartArtifact', attempt: 1 },
  { type: 'VerifyArtifact', attempt: 1, artifactSha256: SHA, artifactBytes: 3 },
  { type: 'RequestCancellation', requester: 'user', reason: 'changed my mind' },
  { type: 'CompleteTask', attempt: 1, artifactSha256: SHA, artifactVerified: true },
];

const drive = async (client: Client, taskId: string): Promise<void> => {
  for (const [expectedVersion, command] of commands.entries()) {
    const answer = await client.post(`/v1/tasks/${taskId}/commands`, {
      ...command,
      expectedVersion,
    });
    expect(answer.status).toBe(200);
  }
};

describe('the inspector', () => {
  let client: Client;
  let socketUrl: string;
  beforeAll(async () => {
    const { url } = await serveHere(await newDatabase.PGlite());
    client = clientOf(url);
    socketUrl = `${url.replace('http', 'ws')}/inspect`;
  });

  it("shows Stately's receiver the definition, then each event and snapshot in stored order", async () => {
    await client.post('/v1/tasks', { taskId: 'watched', payload: { secret: 'PLANTED' } });
    const viewer = receive(`${socketUrl}?lifecycle=task&id=watched`);
    await viewer.until(1);
    await drive(client, 'watched');
    await viewer.until(1 + 2 * commands.length);

    const [actor, ...rest] = viewer.events;
    expect(actor).toMatchObject({ type: '@xstate.actor', sessionId: 'task/watched' });
    const definition = actor?.type === '@xstate.actor' ? (actor.definition ?? '{}') : '{}';
    expect(JSON.parse(definition)).toEqual(JSON.parse(JSON.stringify(machine.config)));

    const history = await client.get('/v1/tasks/watched/events?after=0');
    const stored = (history.body['items'] as { type: string }[]).map(({ type }) => type);
    expect(rest.map(({ type }) => type)).toEqual(
      commands.flatMap(() => ['@xstate.event', '@xstate.snapshot']),
    );
    expect(rest.flatMap((event) => ('event' in event ? [event.event.type] : []))).toEqual(
      stored.flatMap((type) => [type, type]),
    );
    expect(rest.at(-1)).toMatchObject({
      snapshot: { value: { lifecycle: 'completed', artifact: 'verified' } },
    });
    expect(JSON.stringify(viewer.events)).not.toContain('PLANTED');
  });

  it('shows every instance to a viewer that names none, each introduced once and before its events', async () => {
    const viewer = receive(socketUrl);
    const open = receive(`${socketUrl}?lifecycle=task&id=watched`);
    await open.until(1);
    await client.post('/v1/tasks', { taskId: 'any', payload: { secret: 'PLANTED' } });
    await drive(client, 'any');
    await viewer.until(1 + 2 * (commands.length + 1));
    expect(viewer.events.map(({ sessionId }) => sessionId)).toEqual(
      viewer.events.map(() => 'task/any'),
    );
    expect(viewer.events.filter(({ type }) => type === '@xstate.actor')).toHaveLength(1);
    expect(viewer.events[0]?.type).toBe('@xstate.actor');
    expect(JSON.stringify(viewer.events)).not.toContain('PLANTED');
  });

  it.each(['http://[', '//', 'http://localhost:99999/inspect', '*', '/inspect/../x'])(
    'is not brought down by an upgrade of "%s"',
    async (target) => {
      const { hostname, port } = new URL(client.url);
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
      );
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 4\d\d /u);
      socket.destroy();
      expect((await client.get('/healthz')).status).toBe(200);
    },
  );

  it.each([
    ['a page of another site', {}, { origin: 'https://example.com' }],
    ['a name that is resolved to this machine', { host: 'example.com' }, {}],
    ['another path', { path: '/elsewhere' }, {}],
  ])('turns away %s', async (_, { host, path }: { host?: string; path?: string }, options) => {
    const url = path === undefined ? socketUrl : socketUrl.replace('/inspect', path);
    const socket = new WebSocket(url, {
      ...options,
      ...(host === undefined ? {} : { headers: { Host: host } }),
    });
    const refused = await new Promise<Error>((resolve) => {
      socket.on('error', resolve);
    });
    expect(refused.message).toMatch(/40[34]/u);
    expect((await client.get('/healthz')).status).toBe(200);
  });
});
