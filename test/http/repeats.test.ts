/**
 * The same thing sent twenty times at once, and who is answered first of several checks.
 * The danger: twenty successes are told and twelve are stored, or a retry after a lost
 * answer is told that it came too late.
 */
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Answer, Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { cancel, codeOf, createTask, handleOf, start, strictClientOf, tally } from './support.ts';

const atOnce = (count: number, send: (index: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)));

onEachEngine('what is sent again', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
  });

  it('under one command id, twenty times at once, happens once, and all are told the same', async () => {
    const task = await createTask(client);
    const sent = { ...start, commandId: 'k', expectedVersion: 0 };
    const answers = await atOnce(20, () => task.send(sent));
    expect(tally(answers)).toEqual({ '200 accepted': 1, '200 duplicate': 19 });
    const history = await task.history();
    for (const answer of answers) expect(answer.at('event')).toEqual(history[1]);
    expect(history).toHaveLength(2);
    expect(await task.refusals()).toEqual([]);
  });

  it('under ids of its own, decided on one version, happens once, and the others see that state', async () => {
    const task = await createTask(client);
    const answers = await atOnce(20, (index) =>
      task.send({ ...start, workerId: `w${index}`, commandId: `k${index}`, expectedVersion: 0 }),
    );
    expect(tally(answers)).toEqual({ '200 accepted': 1, '409 VERSION_CONFLICT': 19 });
    const { payload: _, ...now } = await task.read();
    for (const answer of answers) expect(answer.at('task')).toEqual(now);
    expect(await task.told()).toEqual(['1 TaskStarted']);
    expect(await task.refusals()).toEqual([]);
  });

  it('under one command id with two bodies is one of the two; the other body is told so', async () => {
    const task = await createTask(client);
    const answers = await atOnce(20, (index) =>
      task.send({ ...start, workerId: `w${index % 2}`, commandId: 'k', expectedVersion: 0 }),
    );
    expect(tally(answers)).toEqual({
      '200 accepted': 1,
      '200 duplicate': 9,
      '422 COMMAND_ID_REUSED': 10,
    });
    const refusals = await task.refusals();
    expect(refusals).toHaveLength(10);
    expect(refusals[0]).toMatchObject({ sentId: 'k', reason: 'COMMAND_ID_REUSED' });
    expect(await task.told()).toEqual(['1 TaskStarted']);
  });

  it.each([
    ['an id', { taskId: 'at-once' }, {}],
    ['a key', {}, { 'Idempotency-Key': 'at-once' }],
    ['both', { taskId: 'at-once-both' }, { 'Idempotency-Key': '"both"' }],
  ])('to create under %s, twenty times at once, creates one', async (_, fields, headers) => {
    const answers = await atOnce(20, () => client.post('/v1/tasks', fields, headers));
    expect(tally(answers)).toEqual({ 201: 1, 200: 19 });
    expect(new Set(answers.map((answer) => answer.text('task.taskId'))).size).toBe(1);
    const task = handleOf(client, answers[0]?.headers.get('location') ?? '');
    expect(await task.history()).toHaveLength(1);
  });

  it('to create one id from two inputs creates one, and only the other input is refused', async () => {
    const answers = await atOnce(20, (index) =>
      client.post('/v1/tasks', { taskId: 'two-inputs', payload: { input: index % 2 } }),
    );
    expect(tally(answers)).toEqual({ 201: 1, 200: 9, '409 INSTANCE_EXISTS': 10 });
    const task = handleOf(client, '/v1/tasks/two-inputs');
    const winner = answers.findIndex(({ status }) => status === 201);
    expect((await task.read())['payload']).toEqual({ input: winner % 2 });
  });

  it('to create is the same input in any order of keys, with defaults spelt out or left out', async () => {
    const task = await createTask(client, {
      taskId: 'spelt',
      payload: { a: 1, b: [{ c: 2, d: 3 }] },
    });
    await task.send({ ...start, expectedVersion: 0 });
    const before = await task.read();
    const input = { payload: { b: [{ d: 3, c: 2 }], a: 1 }, maxAttempts: 3, kind: 'default' };
    const same = await client.post('/v1/tasks', { ...input, taskId: 'spelt', priority: 0 });
    expect([same.status, same.at('created'), same.at('task.version')]).toEqual([200, false, 1]);
    for (const other of [
      { ...input, maxAttempts: 4 },
      { ...input, payload: null },
    ]) {
      const answer = await client.post('/v1/tasks', { ...other, taskId: 'spelt' });
      expect(codeOf(answer)).toBe('409 INSTANCE_EXISTS');
    }
    expect(await task.read()).toEqual(before);
    expect(await task.history()).toHaveLength(2);
  });

  it('is known before its precondition is looked at, whatever the precondition, and for ever', async () => {
    const task = await createTask(client);
    const key = { 'Idempotency-Key': 'k' };
    const first = await task.send(start, { ...key, 'If-Match': '"0"' });
    expect(codeOf(first)).toBe('200 accepted');
    const again = async (): Promise<void> => {
      for (const precondition of ['"0"', '"7"', 'W/"0"', '"foreign"', '*', undefined]) {
        const headers = precondition === undefined ? {} : { 'If-Match': precondition };
        const answer = await task.send(start, { ...key, ...headers });
        expect(codeOf(answer)).toBe('200 duplicate');
        expect(answer.at('event')).toEqual(first.at('event'));
      }
    };
    await again();
    await task.send({ type: 'FailTask', attempt: 1, errorCode: 'E', expectedVersion: 1 });
    await again();
    expect(await task.told()).toEqual(['1 TaskStarted', '2 TaskFailed']);
  });

  it('under the id that created it is another body, not a command that is new', async () => {
    const task = await createTask(client, { taskId: 'created-by', commandId: 'k' });
    const answer = await task.send({ ...start, commandId: 'k', expectedVersion: 0 });
    expect(codeOf(answer)).toBe('422 COMMAND_ID_REUSED');
    const created = await client.post('/v1/tasks', { taskId: 'created-by', commandId: 'k' });
    expect([created.status, created.at('created')]).toEqual([200, false]);
    expect(await task.told()).toEqual([]);
  });

  it('is judged by version first, then by worker, then by the rules', async () => {
    const task = await createTask(client);
    await task.send({ ...start, expectedVersion: 0 });
    const verify = { type: 'VerifyArtifact', attempt: 1, artifactSha256: 'b'.repeat(64) };
    const sent = { ...verify, artifactBytes: 1, workerId: 'w2', commandId: 'k' };
    const codes: string[] = [];
    for (const more of [
      { expectedVersion: 0 },
      { expectedVersion: 1 },
      { expectedVersion: 1, workerId: 'w1' },
    ])
      codes.push(codeOf(await task.send({ ...sent, ...more })));
    expect(codes).toEqual([
      '409 VERSION_CONFLICT',
      '409 WORKER_MISMATCH',
      '409 ILLEGAL_TRANSITION',
    ]);
    expect(await task.told()).toEqual(['1 TaskStarted']);
  });

  it('on an ETag that is gone is answered as on a version that is gone, but for the status', async () => {
    const task = await createTask(client);
    await task.send({ ...start, expectedVersion: 0 });
    const stale = await task.send({ ...cancel, expectedVersion: 0 });
    for (const tag of ['"0"', 'W/"1"', '"abc"', '""', '"01"']) {
      const answer = await task.send(cancel, { 'If-Match': tag });
      const { detail: _, ...body } = answer.body;
      const { detail: _stale, ...expected } = { ...stale.body, status: 412 } as JsonObject;
      expect([answer.status, body]).toEqual([412, expected]);
    }
    const tag = stale.headers.get('etag') ?? '';
    expect(codeOf(await task.send(cancel, { 'If-Match': tag }))).toBe('200 accepted');
  });

  it.each(['"1", "2"', '1', '', '"1', '"1" W/"1"', 'W/1'])(
    'with an If-Match of <%s>, which is no one ETag, is refused and does nothing',
    async (tag) => {
      const task = await createTask(client);
      const answer = await task.send(start, { 'If-Match': tag });
      expect(codeOf(answer)).toBe('400 INVALID_REQUEST');
      expect(answer.at('faults.0.path')).toBe('If-Match');
      expect(await task.told()).toEqual([]);
    },
  );
});
