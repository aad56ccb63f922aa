/** Reading: what is, what was, what was refused, and waiting for what will be. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { checkedClientOf } from '../support/checked-client.ts';
import type { Answer, Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';

const start = { type: 'StartTask', workerId: 'w1', expectedVersion: 0 };
const itemsOf = (answer: Answer): JsonObject[] => answer.body['items'] as JsonObject[];

onEachEngine('a reader', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await checkedClientOf((await serveHere(await database())).url);
  });

  it('pages through a list, newest first, each instance once, narrowed as asked', async () => {
    const ids = Array.from({ length: 25 }, (_, number) => `page-${number}`);
    for (const taskId of ids) await client.post('/v1/tasks', { taskId, kind: 'paged' });
    const seen: unknown[] = [];
    for (let after = ''; ;) {
      const page = await client.get(`/v1/tasks?kind=paged&limit=10${after}`);
      seen.push(...itemsOf(page).map(({ taskId }) => taskId));
      const next = page.at('next');
      if (typeof next !== 'string') break;
      after = `&after=${next}`;
    }
    expect(seen).toEqual([...ids].reverse());
    await client.post('/v1/tasks/page-3/commands', start);
    const running = await client.get('/v1/tasks?kind=paged&status=running');
    expect(itemsOf(running).map(({ taskId }) => taskId)).toEqual(['page-3']);
    expect(itemsOf(await client.get('/v1/tasks?kind=none'))).toEqual([]);
  });

  it('sees every version as it was answered then', async () => {
    const answers = [await client.post('/v1/tasks', { taskId: 'past', payload: { a: 1 } })];
    const commands = [
      { type: 'StartTask', workerId: 'w1' },
      { type: 'RequestReview', reason: 'look' },
      { type: 'ResolveReview', decision: 'go on' },
      { type: 'FailAttempt', attempt: 1, errorCode: 'E', retryable: true },
    ];
    for (const [expectedVersion, command] of commands.entries())
      answers.push(await client.post('/v1/tasks/past/commands', { ...command, expectedVersion }));
    for (const [at, answer] of answers.entries()) {
      const then = await client.get(`/v1/tasks/past/state?at=${at}`);
      expect(then.body).toEqual({ ...(answer.at('task') as JsonObject), payload: { a: 1 } });
    }
    expect((await client.get('/v1/tasks/past/state')).body).toEqual(
      (await client.get('/v1/tasks/past')).body,
    );
  });

  it('finds every event with an id, its sequence, and a hash that covers what it says', async () => {
    const items = itemsOf(await client.get('/v1/tasks/past/events'));
    for (const [index, { eventId, sequence, type, payload, payloadSha256 }] of items.entries()) {
      const text = canonicalize({
        instanceId: 'past',
        lifecycle: 'task',
        payload,
        sequence,
        type,
      });
      const hash = createHash('sha256')
        .update(text ?? '')
        .digest('hex');
      expect([sequence, payloadSha256]).toEqual([index, hash]);
      expect(eventId).toMatch(/^[0-9a-f-]{36}$/u);
    }
    expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(items.length);
  });

  it('pages through a history by sequence', async () => {
    const first = await client.get('/v1/tasks/past/events?limit=2');
    expect(itemsOf(first).map(({ sequence }) => sequence)).toEqual([0, 1]);
    expect(first.at('next')).toBe(1);
    const rest = await client.get('/v1/tasks/past/events?after=1');
    expect(itemsOf(rest).map(({ sequence }) => sequence)).toEqual([2, 3, 4]);
    expect(rest.at('next')).toBe(null);
  });

  it('learns what was refused to whom, and why, beside the history', async () => {
    await client.post('/v1/tasks', { taskId: 'refused' });
    const complete = {
      type: 'CompleteTask',
      attempt: 1,
      artifactSha256: 'a'.repeat(64),
      artifactVerified: true,
      expectedVersion: 0,
      commandId: 'too-early',
    };
    await client.post('/v1/tasks/refused/commands', complete);
    await client.post('/v1/tasks/refused/commands', { ...start, expectedVersion: 9 });
    const refusals = itemsOf(await client.get('/v1/tasks/refused/refusals'));
    expect(refusals).toMatchObject([
      {
        type: 'CompleteTask',
        sentId: 'too-early',
        reason: 'ILLEGAL_TRANSITION',
        actor: 'local',
        evidence: { version: 0, previousStatus: 'queued' },
      },
    ]);
    expect(itemsOf(await client.get('/v1/tasks/refused/events'))).toHaveLength(1);
  });

  it('waits for a status, for the end, or for a change, and is told at once', async () => {
    await client.post('/v1/tasks', { taskId: 'awaited' });
    const wait = (query: string, headers = {}): Promise<Answer> =>
      client.get(`/v1/tasks/awaited?waitMs=20000&${query}`, headers);
    const running = wait('waitFor=running');
    const changed = wait('waitFor=change', { 'If-None-Match': '"0"' });
    const ended = wait('waitFor=final');
    await client.post('/v1/tasks/awaited/commands', start);
    expect((await running).at('status')).toBe('running');
    expect((await changed).at('version')).toBe(1);
    const fail = { type: 'FailTask', attempt: 1, errorCode: 'E', expectedVersion: 1 };
    await client.post('/v1/tasks/awaited/commands', fail);
    expect((await ended).at('status')).toBe('failed');
  });

  it('waits no longer than it said, and gets what is', async () => {
    await client.post('/v1/tasks', { taskId: 'idle' });
    const same = await client.get('/v1/tasks/idle?waitFor=change&waitMs=50', {
      'If-None-Match': '"0"',
    });
    expect(same.status).toBe(304);
    const still = await client.get('/v1/tasks/idle?waitFor=final&waitMs=0');
    expect(still.at('status')).toBe('queued');
  });

  it('finds the commands that are allowed, and those alone, possible by status and region', async () => {
    await client.post('/v1/tasks', { taskId: 'allowed' });
    const allowed = async () => (await client.get('/v1/tasks/allowed')).body['allowed'];
    expect(await allowed()).toEqual(['StartTask', 'RequestCancellation']);
    await client.post('/v1/tasks/allowed/commands', start);
    expect(await allowed()).not.toContain('ConfirmCancellation');
    const cancel = {
      type: 'RequestCancellation',
      requester: 'user',
      reason: 'x',
      expectedVersion: 1,
    };
    await client.post('/v1/tasks/allowed/commands', cancel);
    expect(await allowed()).toContain('ConfirmCancellation');
    expect(await allowed()).not.toContain('RequestCancellation');
  });

  it('finds the lifecycles with their machines as JSON', async () => {
    const all = await client.get('/v1/lifecycles');
    expect(itemsOf(all).map(({ name }) => name)).toEqual(expect.arrayContaining(['task', 'alarm']));
    const one = await client.get('/v1/lifecycles/task');
    expect(one.at('definition.states.lifecycle.initial')).toBe('queued');
    expect(one.body['refusals']).toContain('CANCELLATION_WINS');
  });
});
