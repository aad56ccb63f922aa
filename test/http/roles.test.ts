/**
 * Every command under every role, every path without a token, and under whose name things
 * are kept. The danger: a way in that nobody thought to guard.
 */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { clientOf, type Client } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { cancel, codeOf, complete, firing, handleOf, itemsOf } from './support.ts';
import { SHA, start, strictClientOf } from './support.ts';

const roles = ['viewer', 'worker', 'operator', 'admin'];
const callers: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(roles.map((role) => [role, [role]])),
  both: ['worker', 'operator'],
};
const secretOf = (name: string): string => `secret-of-${name}`;
const TOKENS = JSON.stringify(
  Object.entries(callers).map(([name, held]) => ({
    name,
    roles: held,
    sha256: createHash('sha256').update(secretOf(name)).digest('hex'),
  })),
);

const worker = ['worker', 'admin', 'both'];
const operator = ['operator', 'admin', 'both'];
const either = ['worker', 'operator', 'admin', 'both'];
const held = { attempt: 1 };
const artifact = { ...held, artifactSha256: SHA, artifactBytes: 1 };
const toTask = '/v1/tasks/nobody/commands';
const toAlarm = '/v1/alarms/nobody/commands';
const on = { expectedVersion: 0 };
const seen = { expectedStatus: 'OPEN' };

const ways: readonly (readonly [what: string, path: string, body: object, who: string[]])[] = [
  ['StartTask', toTask, { ...start, ...on }, worker],
  ['RequestCancellation', toTask, { ...cancel, ...on }, either],
  ['CompleteTask', toTask, { ...complete, ...on }, worker],
  ['FailAttempt', toTask, { ...held, errorCode: 'E', retryable: true, ...on }, worker],
  ['FailTask', toTask, { ...held, errorCode: 'E', ...on }, either],
  [
    'ConfirmCancellation',
    toTask,
    { ...held, effectsReconciled: true, effectCheck: 'c', ...on },
    either,
  ],
  ['ReconcileEffects', toTask, { effectCheck: 'c', ...on }, either],
  ['StartArtifact', toTask, { ...held, ...on }, worker],
  ['VerifyArtifact', toTask, { ...artifact, ...on }, worker],
  ['FailArtifact', toTask, { ...held, errorCode: 'E', ...on }, worker],
  ['RecoverArtifact', toTask, { ...artifact, ...on }, either],
  ['ObserveLeaseExpired', toTask, { ...held, ...on }, either],
  ['RenewLease', toTask, { ...held, ...on }, either],
  ['RequestReview', toTask, { reason: 'r', ...on }, either],
  ['ResolveReview', toTask, { decision: 'd', ...on }, operator],
  ['AcknowledgeAlarm', toAlarm, seen, operator],
  ['CloseAlarm', toAlarm, seen, operator],
  [
    'ArtifactWriteStarted',
    '/v1/tasks/nobody/events',
    { ...held, eventId: 'e', sequence: 1 },
    worker,
  ],
  [
    'AlarmClosed',
    '/v1/alarms/nobody/events',
    { closedAt: '2026-01-01T00:00:00Z', closedBy: 'b', eventId: 'e', sequence: 1 },
    operator,
  ],
];

describe('with tokens', () => {
  let url: string;
  const as = (name: string): Promise<Client> =>
    strictClientOf(url, { Authorization: `Bearer ${secretOf(name)}` });
  beforeAll(async () => {
    ({ url } = await serveHere({ ...(await newDatabase.PGlite()), TOKENS }));
  });

  it.each(ways)(
    '%s is for those who may send it, and nobody else',
    async (type, path, body, who) => {
      for (const name of Object.keys(callers)) {
        const answer = await (await as(name)).post(path, { ...body, type });
        const expected = who.includes(name) ? '404 INSTANCE_UNKNOWN' : '403 FORBIDDEN';
        expect(`${name}: ${codeOf(answer)}`).toBe(`${name}: ${expected}`);
      }
    },
  );

  it('the table above has every command there is', async () => {
    const client = await as('viewer');
    for (const name of ['task', 'alarm']) {
      const { body } = await client.get(`/v1/lifecycles/${name}`);
      const commands = (body['commands'] as JsonObject[]).map(({ type }) => type);
      const listed = ways.filter(([, path]) => path === `/v1/${name}s/nobody/commands`);
      expect(listed.map(([type]) => type)).toEqual(commands);
    }
  });

  it('a viewer creates nothing, and reads everything', async () => {
    const viewer = await as('viewer');
    expect(codeOf(await viewer.post('/v1/tasks', { taskId: 't' }))).toBe('403 FORBIDDEN');
    expect(codeOf(await viewer.post('/v1/alarms', firing('t')))).toBe('403 FORBIDDEN');
    for (const path of ['tasks', 'alarms', 'quarantine', 'lifecycles'])
      expect((await viewer.get(`/v1/${path}`)).status).toBe(200);
    expect(itemsOf(await viewer.get('/v1/tasks'))).toEqual([]);
    expect(itemsOf(await viewer.get('/v1/alarms'))).toEqual([]);
  });

  it('every documented path but those that say so answers nobody without a token', async () => {
    const nobody = await strictClientOf(url);
    const { body } = await clientOf(url).get('/openapi.json');
    const open: string[] = [];
    for (const [template, item] of Object.entries(body['paths'] as Record<string, JsonObject>))
      for (const [method, operation] of Object.entries(item)) {
        const path = template.replaceAll(/\{\w+\}/gu, 'x');
        const answer = await nobody.send(path, { method: method.toUpperCase() });
        const isOpen = ((operation as JsonObject)['security'] as unknown[]).length === 0;
        if (isOpen) open.push(path);
        expect(`${path} ${answer.status}`).toBe(`${path} ${isOpen ? 200 : 401}`);
        expect(answer.headers.get('www-authenticate')).toBe(isOpen ? null : 'Bearer');
      }
    expect(open).toEqual(['/healthz', '/readyz']);
  });

  it('who has no token learns nothing more, whatever is wrong with the request besides', async () => {
    const sent: RequestInit[] = [
      { method: 'POST', body: '{', headers: { 'Content-Type': 'application/json' } },
      { method: 'POST', body: 'text', headers: { 'Content-Type': 'text/plain' } },
      { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024) },
    ];
    const nobody = await strictClientOf(url);
    for (const request of sent)
      expect(codeOf(await nobody.send('/v1/tasks', request))).toBe('401 UNAUTHENTICATED');
  });

  it('what is refused, set aside or sent again is kept under the name of who sent it', async () => {
    const [boss, one, two] = [await as('admin'), await as('worker'), await as('both')];
    await boss.post('/v1/tasks', { taskId: 'named' });
    const sent = { ...start, commandId: 'k', expectedVersion: 0 };
    const first = await one.post('/v1/tasks/named/commands', sent);
    const again = await two.post('/v1/tasks/named/commands', sent);
    expect([codeOf(first), codeOf(again)]).toEqual(['200 accepted', '200 duplicate']);
    expect(again.at('evidence')).toEqual(first.at('evidence'));
    const taken = { type: 'HumanReviewRequested', reason: 'r', sequence: 1, eventId: 'other' };
    await two.post('/v1/tasks/named/events', taken);
    const task = handleOf(boss, '/v1/tasks/named');
    expect((await task.history()).map(({ actor }) => actor)).toEqual(['admin', 'worker']);
    expect(await task.refusals()).toMatchObject([{ actor: 'both', reason: 'HISTORY_CONFLICT' }]);
    expect(await task.setAside()).toMatchObject([{ sender: 'both', eventId: 'other' }]);
  });

  it('two callers may use the same key for what each creates', async () => {
    const key = { 'Idempotency-Key': '1' };
    const created: string[] = [];
    for (const name of ['worker', 'both', 'worker'])
      created.push((await (await as(name)).post('/v1/tasks', {}, key)).text('task.taskId'));
    expect(new Set(created).size).toBe(2);
    expect(created[2]).toBe(created[0]);
  });

  it('a review that nobody signed is signed by the caller', async () => {
    const both = await as('both');
    const task = handleOf(
      both,
      `/v1/tasks/${(await both.post('/v1/tasks', {})).text('task.taskId')}`,
    );
    await task.send({ ...start, expectedVersion: 0 });
    await task.send({ type: 'RequestReview', reason: 'r', expectedVersion: 1 });
    const answer = await task.send({ type: 'ResolveReview', decision: 'd', expectedVersion: 2 });
    expect(answer.at('event.payload')).toEqual({ reviewer: 'both', decision: 'd' });
  });
});
