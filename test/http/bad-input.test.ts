/**
 * Bad input gets its problem document, changes nothing and kills nothing. The danger: a
 * NUL byte that fails a finished job's write, a number that comes back another one, a
 * reserved event type that a statechart obeys.
 */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashJson } from '../../src/kernel/hash.ts';
import type { Json } from '../../src/kernel/json.ts';
import { checkedClientOf } from '../support/checked-client.ts';
import type { Answer, Client } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const task = (fields: string): string => `{${fields}}`;
const bytes = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))),
  );

describe('bad input', () => {
  let client: Client;
  beforeAll(async () => {
    client = await checkedClientOf((await serveHere(await newDatabase.PGlite())).url);
    await client.post('/v1/tasks', { taskId: 'steady' });
  });

  const send = (
    path: string,
    body: NonNullable<RequestInit['body']>,
    headers: Record<string, string> = JSON_TYPE,
  ): Promise<Answer> => client.send(path, { method: 'POST', headers, body });

  const expectRefused = async (answer: Answer, expected: string): Promise<void> => {
    expect(`${answer.status} ${answer.text('code')}`).toBe(expected);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/u);
    expect(answer.text('detail')).not.toBe('');
    const steady = await client.get('/v1/tasks/steady');
    expect([steady.status, steady.at('version'), steady.at('status')]).toEqual([200, 0, 'queued']);
    const history = await client.get('/v1/tasks/steady/events');
    expect(history.body['items']).toHaveLength(1);
  };

  it.each<[string, NonNullable<RequestInit['body']>, string]>([
    ['that is empty', '', '400 MALFORMED_JSON'],
    ['that is not JSON', '{"kind": ', '400 MALFORMED_JSON'],
    ['with more after it', '{} {}', '400 MALFORMED_JSON'],
    ['that is not UTF-8', bytes('{"kind": "', 0xff, '"}'), '400 MALFORMED_JSON'],
    ['that is an array', '[]', '400 INVALID_REQUEST'],
    ['that is null', 'null', '400 INVALID_REQUEST'],
    ['that is text', '"task"', '400 INVALID_REQUEST'],
    ['with an unknown field', task('"colour": "red"'), '400 INVALID_REQUEST'],
    ['with a field named __proto__', task('"__proto__": {"kind": "x"}'), '400 INVALID_REQUEST'],
    ['with a field named constructor', task('"constructor": 1'), '400 INVALID_REQUEST'],
    ['with NUL in text', task(String.raw`"payload": "a\u0000b"`), '400 INVALID_REQUEST'],
    ['with NUL in a key', task(String.raw`"payload": {"a\u0000": 1}`), '400 INVALID_REQUEST'],
    ['with half a surrogate pair', task(String.raw`"payload": "\ud800"`), '400 INVALID_REQUEST'],
    [
      'with half a pair in a key',
      task(String.raw`"payload": {"\udc00": 1}`),
      '400 INVALID_REQUEST',
    ],
    ['with 9007199254740993', task('"payload": 9007199254740993'), '400 INVALID_REQUEST'],
    ['with -9007199254740992', task('"payload": -9007199254740992'), '400 INVALID_REQUEST'],
    ['with 1e400', task('"payload": [1e400]'), '400 INVALID_REQUEST'],
    ['with 1e21', task('"payload": {"n": 1e21}'), '400 INVALID_REQUEST'],
    ['nested 65 deep', task(`"payload": ${nested(64)}`), '400 INVALID_REQUEST'],
    ['nested 100,000 deep', task(`"payload": ${nested(100_000)}`), '400 INVALID_REQUEST'],
    ['of more than 1 MiB', task(`"payload": "${'x'.repeat(1024 * 1024)}"`), '413 BODY_TOO_LARGE'],
    ['with no attempts', task('"maxAttempts": 0'), '400 INVALID_REQUEST'],
    ['with half an attempt', task('"maxAttempts": 1.5'), '400 INVALID_REQUEST'],
    ['with another policy', task('"policy": "last-writer-wins"'), '400 INVALID_REQUEST'],
    ['with a control character in a name', task(String.raw`"kind": "a\nb"`), '400 INVALID_REQUEST'],
    ['with an empty id', task('"taskId": ""'), '400 INVALID_REQUEST'],
    ['with an id of 201', task(`"taskId": "${'x'.repeat(201)}"`), '400 INVALID_REQUEST'],
    ['with an id of two dots', task('"taskId": ".."'), '400 INVALID_REQUEST'],
    ['with a slash in its id', task('"taskId": "a/b"'), '400 INVALID_REQUEST'],
    ['with a space in its id', task('"taskId": "a b"'), '400 INVALID_REQUEST'],
    ['with an id in another script', task('"taskId": "задача"'), '400 INVALID_REQUEST'],
    ['with an id that is a number', task('"taskId": 7'), '400 INVALID_REQUEST'],
    ['with an id that is null', task('"taskId": null'), '400 INVALID_REQUEST'],
  ])('creates nothing from a body %s', async (_, body, expected) => {
    await expectRefused(await send('/v1/tasks', body), expected);
  });

  it.each([
    ['no type', {}],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['plain text', { 'Content-Type': 'text/plain' }],
    ['UTF-16', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['an unknown encoding', { ...JSON_TYPE, 'Content-Encoding': 'compress' }],
  ])('is what a body of %s is', async (_, headers) => {
    const body = new Blob(['{}']);
    await expectRefused(await send('/v1/tasks', body, headers), '415 NOT_JSON');
  });

  it('is a body that does not unpack', async () => {
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    await expectRefused(await send('/v1/tasks', '{}', headers), '400 MALFORMED_JSON');
  });

  it('is a small body that unpacks to a large one', async () => {
    const bomb = gzipSync(task(`"payload": "${'x'.repeat(50_000_000)}"`));
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    await expectRefused(await send('/v1/tasks', bomb, headers), '413 BODY_TOO_LARGE');
  });

  it.each([
    'xstate.stop',
    'xstate.init',
    'xstate.done.actor.x',
    'xstate.error.actor.x',
    '*',
    '',
    'TaskStarted',
    'startTask',
    'constructor',
    '__proto__',
    'toString',
  ])('is a command of type "%s"', async (type) => {
    const answer = await client.post('/v1/tasks/steady/commands', { type, expectedVersion: 0 });
    await expectRefused(answer, '400 UNKNOWN_TYPE');
  });

  it.each([
    'xstate.stop',
    'xstate.done.state.x',
    '*',
    'StartTask',
    'LifecycleMigrated',
    'constructor',
  ])('is an event of type "%s"', async (type) => {
    const answer = await client.post('/v1/tasks/steady/events', {
      type,
      eventId: 'e1',
      sequence: 1,
    });
    await expectRefused(answer, '400 UNKNOWN_TYPE');
  });

  it.each([
    ['no type', {}],
    ['a type that is no text', { type: 7 }],
    ['an unknown field', { type: 'StartTask', workerId: 'w', colour: 'red' }],
    ['a missing field', { type: 'StartTask' }],
    ['an empty worker', { type: 'StartTask', workerId: '' }],
    ['a lease of no time', { type: 'StartTask', workerId: 'w', leaseMs: 0 }],
    [
      'a hash that is too short',
      { type: 'CompleteTask', attempt: 1, artifactSha256: 'abc', artifactVerified: true },
    ],
    [
      'text for a truth',
      { type: 'CompleteTask', attempt: 1, artifactSha256: 'a'.repeat(64), artifactVerified: 'yes' },
    ],
    ['an empty reason', { type: 'RequestCancellation', requester: 'user', reason: '' }],
    [
      'a reason of 1,025',
      { type: 'RequestCancellation', requester: 'user', reason: 'x'.repeat(1025) },
    ],
    ['another requester', { type: 'RequestCancellation', requester: 'nobody', reason: 'x' }],
    ['a command id with a space', { type: 'StartTask', workerId: 'w', commandId: 'a b' }],
  ])('is a command with %s', async (_, command) => {
    const answer = await client.post('/v1/tasks/steady/commands', {
      ...command,
      expectedVersion: 0,
    });
    expect(answer.status).toBe(400);
    await expectRefused(answer, `400 ${answer.text('code')}`);
  });

  it('tells a typo, a wrong status and a failed condition apart', async () => {
    const command = (type: string, more: object): Promise<Answer> =>
      client.post('/v1/tasks/steady/commands', { type, ...more, expectedVersion: 0 });
    const fail = { attempt: 1, errorCode: 'E' };
    await expectRefused(await command('FailTsk', fail), '400 UNKNOWN_TYPE');
    await expectRefused(await command('FailTask', fail), '409 ILLEGAL_TRANSITION');
    const early = { type: 'TaskStarted', attempt: 2, workerId: 'w', leaseUntilEpochMs: 1 };
    const answer = await client.post('/v1/tasks/steady/events', {
      ...early,
      eventId: 'e1',
      sequence: 1,
    });
    await expectRefused(answer, '409 ATTEMPT_MISMATCH');
  });

  it.each([
    ['an unknown parameter', '/v1/tasks?colour=red'],
    ['a parameter given twice', '/v1/tasks?status=queued&status=running'],
    ['an unknown status', '/v1/tasks?status=lost'],
    ['a limit of 0', '/v1/tasks?limit=0'],
    ['a limit that is no number', '/v1/tasks?limit=ten'],
    ['a cursor of another kind', '/v1/tasks?after=abc'],
    ['a negative sequence', '/v1/tasks/steady/events?after=-1'],
    ['an unknown wait', '/v1/tasks/steady?waitFor=godot'],
    ['a wait of an hour', '/v1/tasks/steady?waitFor=final&waitMs=3600000'],
    ['an id with a space', '/v1/tasks/a%20b'],
    ['an id with NUL', '/v1/tasks/a%00'],
    ['an id of 201', `/v1/tasks/${'x'.repeat(201)}`],
  ])('is a query with %s', async (_, path) => {
    await expectRefused(await client.get(path), '400 INVALID_REQUEST');
  });

  it.each([
    ['GET', '/v1/nothing', '404 PATH_UNKNOWN'],
    ['GET', '/v1/tasks/nobody', '404 INSTANCE_UNKNOWN'],
    ['GET', '/v1/tasks/nobody/events', '404 INSTANCE_UNKNOWN'],
    ['GET', '/v1/tasks/nobody/refusals', '404 INSTANCE_UNKNOWN'],
    ['GET', '/v1/tasks/nobody/state', '404 INSTANCE_UNKNOWN'],
    ['GET', '/v1/tasks/steady/state?at=5', '404 SEQUENCE_UNKNOWN'],
    ['GET', '/v1/lifecycles/nothing', '404 LIFECYCLE_UNKNOWN'],
    ['DELETE', '/v1/tasks/steady', '405 METHOD_NOT_ALLOWED'],
    ['PUT', '/v1/tasks', '405 METHOD_NOT_ALLOWED'],
  ])('is %s %s', async (method, path, expected) => {
    await expectRefused(await client.send(path, { method }), expected);
  });

  it('is a path that cannot be decoded', async () => {
    await expectRefused(await client.get('/v1/tasks/%E0%A4%A'), '400 MALFORMED_URL');
  });

  it.each([
    ['0.1 and -0.5e-7', { a: 0.1, b: -0.5e-7, c: Number.MAX_SAFE_INTEGER }],
    ['keys that objects have', JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as object],
    ['what XState takes for an actor', { sessionId: 'x', send: 1, xstate$$type: 1, id: 'y' }],
    ['62 levels', JSON.parse(nested(62)) as object],
    ['emoji and other scripts', { text: '🛠️ задача 任務', ключ: null }],
    ['nothing', null],
  ])('is not a payload of %s, which comes back as it was', async (_, payload) => {
    const created = await client.post('/v1/tasks', { payload });
    expect(created.status).toBe(201);
    const read = await client.get(`/v1/tasks/${created.text('task.taskId')}`);
    // The database keeps objects in an order of its own; the canonical form has one order.
    expect(hashJson(read.body['payload'] ?? null)).toBe(hashJson(payload as Json));
  });
});
