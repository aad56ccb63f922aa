/** What a command was decided on, and what it is known under: versions, ETags, command ids. */
import { beforeAll, expect, it } from 'vitest';
import { checkedClientOf } from '../support/checked-client.ts';
import type { Answer, Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';

const start = { type: 'StartTask', workerId: 'w1' };

onEachEngine('a command', (database) => {
  let client: Client;
  let number = 0;
  beforeAll(async () => {
    client = await checkedClientOf((await serveHere(await database())).url);
  });

  const begin = async () => {
    number += 1;
    const path = `/v1/tasks/pre-${number}`;
    await client.post('/v1/tasks', { taskId: `pre-${number}` });
    const send = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
      client.post(`${path}/commands`, body, headers);
    const version = async () => (await client.get(path)).at('version');
    return { path, send, version };
  };
  const codeOf = (answer: Answer): string => `${answer.status} ${answer.text('code')}`.trim();

  it.each([
    ['nothing', {}, {}, '428 EXPECTED_VERSION_REQUIRED'],
    ['If-Match: *', {}, { 'If-Match': '*' }, '428 EXPECTED_VERSION_REQUIRED'],
    ['a version', { expectedVersion: 0 }, {}, '200'],
    ['an ETag', {}, { 'If-Match': '"0"' }, '200'],
    ['both, agreeing', { expectedVersion: 0 }, { 'If-Match': '"0"' }, '200'],
    [
      'both, disagreeing',
      { expectedVersion: 0 },
      { 'If-Match': '"1"' },
      '400 PRECONDITIONS_DISAGREE',
    ],
    ['another version', { expectedVersion: 7 }, {}, '409 VERSION_CONFLICT'],
    ['another ETag', {}, { 'If-Match': '"7"' }, '412 VERSION_CONFLICT'],
    ['a weak ETag', {}, { 'If-Match': 'W/"0"' }, '412 VERSION_CONFLICT'],
    ['a foreign ETag', {}, { 'If-Match': '"abc"' }, '412 VERSION_CONFLICT'],
    ['a version without quotes', {}, { 'If-Match': '0' }, '400 INVALID_REQUEST'],
    ['a version with a leading zero', {}, { 'If-Match': '"00"' }, '412 VERSION_CONFLICT'],
    ['a version below 0', { expectedVersion: -1 }, {}, '400 INVALID_REQUEST'],
    ['a version that is text', { expectedVersion: '0' }, {}, '400 INVALID_REQUEST'],
    ['a status, for a task', { expectedStatus: 'queued' }, {}, '400 INVALID_REQUEST'],
  ])('decided on %s is answered as it should be', async (_, body, headers, expected) => {
    const { send, version } = await begin();
    const answer = await send({ ...start, ...body }, headers);
    expect(codeOf(answer)).toBe(expected);
    expect(await version()).toBe(expected === '200' ? 1 : 0);
  });

  it('sent twice under one id gets its first outcome, by body or header, before any precondition', async () => {
    const { send, version } = await begin();
    const command = { ...start, commandId: 'k1', expectedVersion: 0 };
    const first = await send(command);
    const second = await send(command);
    const third = await send(command, { 'Idempotency-Key': '"k1"' });
    expect([first, second, third].map((answer) => answer.text('outcome'))).toEqual([
      'accepted',
      'duplicate',
      'duplicate',
    ]);
    expect(third.at('event')).toEqual(first.at('event'));
    expect(await version()).toBe(1);
  });

  it('sent again with an ETag that no longer holds is still known by its id', async () => {
    const { send } = await begin();
    const headers = { 'Idempotency-Key': 'k1', 'If-Match': '"0"' };
    expect((await send(start, headers)).text('outcome')).toBe('accepted');
    expect((await send(start, headers)).text('outcome')).toBe('duplicate');
  });

  it('with another body under a known id is refused, even where it could be accepted', async () => {
    const { send, version } = await begin();
    await send({ ...start, commandId: 'k1', expectedVersion: 0 });
    const review = { type: 'RequestReview', reason: 'look', commandId: 'k1', expectedVersion: 1 };
    expect(codeOf(await send(review))).toBe('422 COMMAND_ID_REUSED');
    expect(await version()).toBe(1);
  });

  it('that was refused is judged again under the same id', async () => {
    const { send } = await begin();
    const fail = { type: 'FailTask', attempt: 1, errorCode: 'E', commandId: 'k1' };
    expect(codeOf(await send({ ...fail, expectedVersion: 0 }))).toBe('409 ILLEGAL_TRANSITION');
    await send({ ...start, expectedVersion: 0 });
    expect((await send({ ...fail, expectedVersion: 1 })).text('outcome')).toBe('accepted');
  });

  it('shares its id with commands of other instances', async () => {
    const [one, two] = [await begin(), await begin()];
    const command = { ...start, commandId: 'same', expectedVersion: 0 };
    expect((await one.send(command)).text('outcome')).toBe('accepted');
    expect((await two.send(command)).text('outcome')).toBe('accepted');
  });

  it('whose header and body name different ids is refused', async () => {
    const { send } = await begin();
    const command = { ...start, commandId: 'k1', expectedVersion: 0 };
    expect(codeOf(await send(command, { 'Idempotency-Key': 'k2' }))).toBe(
      '400 PRECONDITIONS_DISAGREE',
    );
    expect(codeOf(await send({ ...start, expectedVersion: 0 }, { 'Idempotency-Key': 'a b' }))).toBe(
      '400 INVALID_REQUEST',
    );
  });

  it('of a worker that does not hold the attempt is refused by that name', async () => {
    const { send } = await begin();
    await send({ ...start, expectedVersion: 0 });
    const fail = { type: 'FailTask', attempt: 1, errorCode: 'E', expectedVersion: 1 };
    expect(codeOf(await send({ ...fail, workerId: 'w2' }))).toBe('409 WORKER_MISMATCH');
    expect(codeOf(await send({ ...fail, workerId: 'w2', attempt: 2 }))).toBe(
      '409 ATTEMPT_MISMATCH',
    );
    expect((await send({ ...fail, workerId: 'w1' })).text('outcome')).toBe('accepted');
  });

  it('that creates is known by the caller’s key, where it names no id', async () => {
    const key = { 'Idempotency-Key': `create-${number}` };
    const first = await client.post('/v1/tasks', { kind: 'a' }, key);
    const again = await client.post('/v1/tasks', { kind: 'a' }, key);
    const other = await client.post('/v1/tasks', { kind: 'b' }, key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.at('task.taskId')).toBe(first.at('task.taskId'));
    expect(codeOf(other)).toBe('422 COMMAND_ID_REUSED');
  });

  it('that creates what exists answers it, or that its input was another', async () => {
    const create = (more: object): Promise<Answer> =>
      client.post('/v1/tasks', { taskId: 'twice', kind: 'a', ...more });
    const first = await create({});
    expect([first.status, first.headers.get('etag'), first.headers.get('location')]).toEqual([
      201,
      '"0"',
      '/v1/tasks/twice',
    ]);
    await client.post('/v1/tasks/twice/commands', { ...start, expectedVersion: 0 });
    const again = await create({});
    expect([again.status, again.at('created'), again.at('task.status')]).toEqual([
      200,
      false,
      'running',
    ]);
    expect(codeOf(await create({ kind: 'b' }))).toBe('409 INSTANCE_EXISTS');
  });

  it('leaves an ETag that a reader can ask with', async () => {
    const { path, send } = await begin();
    await send({ ...start, expectedVersion: 0 });
    const read = await client.get(path);
    expect(read.headers.get('etag')).toBe('"1"');
    expect((await client.get(path, { 'If-None-Match': '"1"' })).status).toBe(304);
    expect((await client.get(path, { 'If-None-Match': '"0"' })).status).toBe(200);
  });
});
