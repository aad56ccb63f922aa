/** Who may call, what they may ask, and the name under which it is kept. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkedClientOf } from '../support/checked-client.ts';
import { clientOf, type Client } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';

const secretOf = (name: string): string => `secret-of-${name}`;
const tokens = JSON.stringify(
  (['viewer', 'worker', 'operator', 'admin'] as const).map((role) => ({
    name: `the-${role}`,
    roles: [role],
    sha256: createHash('sha256').update(secretOf(role)).digest('hex'),
  })),
);
const start = { type: 'StartTask', workerId: 'w1', expectedVersion: 0 };
const review = { type: 'ResolveReview', decision: 'go on', expectedVersion: 0 };

describe('with tokens', () => {
  let url: string;
  const as = (role: string): Promise<Client> =>
    checkedClientOf(url, { Authorization: `Bearer ${secretOf(role)}` });
  beforeAll(async () => {
    ({ url } = await serveHere({ ...(await newDatabase.PGlite()), TOKENS: tokens }));
    await (await as('admin')).post('/v1/tasks', { taskId: 't' });
  });

  it.each([
    ['no token', {}],
    ['an unknown token', { Authorization: 'Bearer nobody' }],
    [
      'a hash for a token',
      { Authorization: `Bearer ${createHash('sha256').update(secretOf('admin')).digest('hex')}` },
    ],
    ['another scheme', { Authorization: `Basic ${secretOf('admin')}` }],
    ['an empty token', { Authorization: 'Bearer ' }],
  ])('a caller with %s is nobody', async (_, headers) => {
    const client = clientOf(url, headers);
    for (const path of [
      '/v1/tasks/t',
      '/v1/tasks',
      '/v1/lifecycles',
      '/v1/quarantine',
      '/metrics',
    ]) {
      const answer = await client.get(path);
      expect([answer.status, answer.text('code')]).toEqual([401, 'UNAUTHENTICATED']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect((await client.post('/v1/tasks', {})).status).toBe(401);
    for (const path of ['/healthz', '/readyz', '/openapi.json'])
      expect((await client.get(path)).status).toBe(200);
  });

  it.each([
    ['viewer', [403, 403, 403]],
    ['operator', [201, 403, 409]],
    ['worker', [201, 200, 403]],
    ['admin', [201, 200, 409]],
  ] as const)('a %s may do what its role says', async (role, expected) => {
    const client = await as(role);
    const taskId = `of-${role}`;
    const created = await client.post('/v1/tasks', { taskId });
    if (created.status === 403) await (await as('admin')).post('/v1/tasks', { taskId });
    const started = await client.post(`/v1/tasks/${taskId}/commands`, start);
    const version = started.status === 200 ? 1 : 0;
    const resolved = await client.post(`/v1/tasks/${taskId}/commands`, {
      ...review,
      expectedVersion: version,
    });
    expect([created.status, started.status, resolved.status]).toEqual(expected);
    expect((await client.get(`/v1/tasks/${taskId}`)).status).toBe(200);
  });

  it('the name of the token is the actor in history and evidence, and of what nobody signed', async () => {
    const worker = await as('worker');
    await worker.post('/v1/tasks', { taskId: 'named' });
    const answer = await worker.post('/v1/tasks/named/commands', start);
    expect(answer.at('evidence.actor')).toBe('the-worker');
    const firing = {
      ruleCode: 'r',
      deviceId: 'd',
      telemetryEventId: '1',
      metricName: 'm',
      metricValue: 2,
      threshold: 1,
      triggeredAt: '2026-01-01T00:00:00Z',
    };
    const opened = await worker.post('/v1/alarms', firing);
    const path = `/v1/alarms/${opened.text('alarm.alarmId')}/commands`;
    const acknowledge = { type: 'AcknowledgeAlarm', expectedStatus: 'OPEN' };
    expect((await worker.post(path, acknowledge)).status).toBe(403);
    const acknowledged = await (await as('operator')).post(path, acknowledge);
    expect(acknowledged.at('alarm.acknowledgedBy')).toBe('the-operator');
  });
});

describe('without tokens', () => {
  it('only who came by a name of this machine is answered', async () => {
    const { url } = await serveHere(await newDatabase.PGlite());
    const { port } = new URL(url);
    const statusFor = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request({ port, host: '127.0.0.1', path: '/v1/tasks', headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await statusFor(`localhost:${port}`)).toBe(200);
    expect(await statusFor(`[::1]:${port}`)).toBe(200);
    expect(await statusFor('attacker.example')).toBe(403);
    expect(await statusFor(`127.0.0.1.attacker.example:${port}`)).toBe(403);
  });
});
