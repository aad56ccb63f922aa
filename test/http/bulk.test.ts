/**
 * Bulk delivery: many lines in one request. The danger: one broken line takes the others
 * along, an answer stands at the wrong line, or caller and service wait for each other.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Client } from '../support/client.ts';
import { newDatabase, onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { complete, createTask, firing, handleOf, start, strictClientOf } from './support.ts';

const NDJSON = { 'Content-Type': 'application/x-ndjson' };

const create = (id: string, fields: object = {}): object => ({
  lifecycle: 'task',
  id,
  create: fields,
});
const command = (id: string, sent: object): object => ({ lifecycle: 'task', id, command: sent });

onEachEngine('bulk delivery', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
  });

  const send = async (
    body: string | readonly object[],
    headers: Record<string, string> = {},
  ): Promise<JsonObject[]> => {
    const lines =
      typeof body === 'string' ? body : body.map((line) => JSON.stringify(line)).join('\n');
    const sent = { method: 'POST', body: lines, headers: { ...NDJSON, ...headers } };
    const response = await fetch(`${client.url}/v1/deliveries`, sent);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/x-ndjson',
    ]);
    const answers = (await response.text()).trimEnd().split('\n');
    return answers.map((line) => JSON.parse(line) as JsonObject);
  };
  const summary = (lines: number, succeeded: number): JsonObject => ({
    done: true,
    lines,
    succeeded,
    failed: lines - succeeded,
  });

  it('does what each line says, in order, and answers each as its single call', async () => {
    const task = await createTask(client, { taskId: 'single' });
    const single = await task.send({ ...start, expectedVersion: 0 });
    const answers = await send([
      create('bulk-1', { payload: { of: 'bulk' } }),
      command('bulk-1', { ...start, expectedVersion: 0, commandId: 'c1' }),
      command('bulk-1', { ...complete, expectedVersion: 1, commandId: 'c2' }),
      { lifecycle: 'alarm', create: firing('bulk') },
      {
        lifecycle: 'task',
        id: 'single',
        event: { type: 'ArtifactWriteStarted', attempt: 1, eventId: 'bulk-e', sequence: 2 },
      },
    ]);
    expect(answers.map(({ line, status }) => [line, status])).toEqual([
      [1, 201],
      [2, 200],
      [3, 200],
      [4, 201],
      [5, 200],
      [undefined, undefined],
    ]);
    expect(Object.keys(answers[1] ?? {})).toEqual(['line', 'status', ...Object.keys(single.body)]);
    expect(answers.at(-1)).toEqual(summary(5, 5));
    const done = handleOf(client, '/v1/tasks/bulk-1');
    expect(await done.told()).toEqual(['1 TaskStarted', '2 TaskCompleted']);
    expect((await done.read())['payload']).toEqual({ of: 'bulk' });
    expect(await task.told()).toEqual(['1 TaskStarted', '2 ArtifactWriteStarted']);
  });

  it('sent again does nothing again, and says so', async () => {
    const lines = [
      create('again'),
      command('again', { ...start, expectedVersion: 0, commandId: 'c1' }),
    ];
    await send(lines);
    const [created, started] = await send(lines);
    expect([created?.['created'], started?.['outcome']]).toEqual([false, 'duplicate']);
    expect(await handleOf(client, '/v1/tasks/again').told()).toEqual(['1 TaskStarted']);
  });

  it('answers every broken line for itself, and the rest goes on', async () => {
    const broken: readonly (readonly [line: string, code: string])[] = [
      ['{"lifecycle": "task", "id": "x"', 'MALFORMED_JSON'],
      ['[]', 'INVALID_REQUEST'],
      ['{"lifecycle":"task","id":"x"}', 'INVALID_REQUEST'],
      ['{"lifecycle":"task","id":"x","create":{},"command":{}}', 'INVALID_REQUEST'],
      ['{"lifecycle":"task","id":"x","create":[]}', 'INVALID_REQUEST'],
      ['{"lifecycle":"task","create":{}}', 'INVALID_REQUEST'],
      ['{"lifecycle":"unknown","id":"x","create":{}}', 'LIFECYCLE_UNKNOWN'],
      ['{"lifecycle":"task","id":"x y","create":{}}', 'INVALID_REQUEST'],
      ['{"lifecycle":"task","id":"x","create":{"payload":"\\u0000"}}', 'INVALID_REQUEST'],
      ['{"lifecycle":"task","id":"x","create":{"payload":1e400}}', 'INVALID_REQUEST'],
      [JSON.stringify(command('x', { ...start, expectedVersion: 0 })), 'INVALID_REQUEST'],
      [
        JSON.stringify(command('x', { ...start, commandId: 'c', expectedVersion: 0 })),
        'INSTANCE_UNKNOWN',
      ],
      [JSON.stringify(command('fine', { type: '*', commandId: 'c' })), 'UNKNOWN_TYPE'],
      [
        `{"lifecycle":"task","id":"x","create":{"payload":"${'x'.repeat(1024 * 1024)}"}}`,
        'BODY_TOO_LARGE',
      ],
      ['\u0001', 'MALFORMED_JSON'],
    ];
    const body = broken.flatMap(([line], index) => [
      line,
      '',
      JSON.stringify(create(`fine-${index}`)),
      '  ',
    ]);
    const answers = await send(body.join('\r\n'));
    expect(answers.at(-1)).toEqual(summary(2 * broken.length, broken.length));
    for (const [index, [line, code]] of broken.entries()) {
      const [answer, next] = answers.slice(2 * index);
      expect(answer, line.slice(0, 80)).toMatchObject({ line: 4 * index + 1, code });
      expect(next).toMatchObject({ line: 4 * index + 3, status: 201 });
    }
    expect((await client.get('/v1/tasks/x')).status).toBe(404);
  });

  it('of two thousand lines keeps the order of each instance, and answers in that of the lines', async () => {
    const ids = Array.from({ length: 40 }, (_, number) => `many-${number}`);
    const steps = Array.from({ length: 48 }, (_, step) => ({
      ...(step % 2 === 0
        ? { type: 'RequestReview', reason: 'r' }
        : { type: 'ResolveReview', decision: 'd' }),
      expectedVersion: step + 1,
      commandId: `s${step}`,
    }));
    const lines = [
      ...ids.map((id) => create(id)),
      ...ids.map((id) => command(id, { ...start, expectedVersion: 0, commandId: 'start' })),
      ...steps.flatMap((step) => ids.map((id) => command(id, step))),
    ];
    const answers = await send(lines);
    expect(answers.at(-1)).toEqual(summary(lines.length, lines.length));
    expect(answers.slice(0, -1).map(({ line }) => line)).toEqual(
      lines.map((_, index) => index + 1),
    );
    for (const id of ids)
      expect(await handleOf(client, `/v1/tasks/${id}`).history()).toHaveLength(50);
  });

  it('answers only what failed to who prefers so', async () => {
    const answers = await send([create('minimal'), create('not valid'), create('minimal')], {
      Prefer: 'return=minimal',
    });
    expect(answers).toMatchObject([{ line: 2, code: 'INVALID_REQUEST' }, summary(3, 2)]);
  });
});

describe('bulk delivery, at its edges,', () => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await newDatabase.PGlite())).url);
  });

  /** A request whose body is still open. */
  const begin = (url = client.url) => {
    const request = httpRequest(`${url}/v1/deliveries`, { method: 'POST', headers: NDJSON });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    return { request, answered };
  };

  it('answers a line before the next one is sent', async () => {
    const { request, answered } = begin();
    request.write(`${JSON.stringify(create('live-1'))}\n`);
    const answers = (await answered)[Symbol.asyncIterator]();
    const first = await answers.next();
    expect(String(first.value)).toContain('"line":1,"status":201');
    request.end(JSON.stringify(create('live-2')));
    let rest = '';
    for (let next = await answers.next(); next.done !== true; next = await answers.next())
      rest += String(next.value);
    expect(rest).toContain('"line":2,"status":201');
  });

  it('does not wait for a caller who reads nothing until it has sent everything', async () => {
    const { request, answered } = begin();
    // The answers to broken lines are longer than the lines, and more than a connection holds.
    const lines = 60_000;
    for (let sent = 0; sent < lines; sent += 1_000)
      if (!request.write('{}\n'.repeat(1_000)))
        await new Promise((resolve) => request.once('drain', resolve));
    request.end();
    const answers = (await textOf(await answered)).trimEnd().split('\n');
    expect(answers).toHaveLength(lines + 1);
    const numbers = answers
      .slice(0, -1)
      .map((answer) => (JSON.parse(answer) as JsonObject)['line']);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(JSON.parse(answers.at(-1) ?? '')).toEqual({
      done: true,
      lines,
      succeeded: 0,
      failed: lines,
    });
  });

  it('goes on with the service when its caller breaks off', async () => {
    const { request, answered } = begin();
    request.write(`${JSON.stringify(create('broken-off'))}\n{"lifecycle":`);
    (await answered).on('error', () => {});
    request.on('error', () => {}).destroy();
    expect((await client.get('/healthz')).status).toBe(200);
    expect((await client.get('/v1/tasks/broken-off')).at('version')).toBe(0);
  });

  it('ends in the middle when the service stops, which does not wait for the rest', async () => {
    const stopping = await serveHere(await newDatabase.PGlite());
    const { request, answered } = begin(stopping.url);
    request.on('error', () => {});
    request.write(`${JSON.stringify(create('before-the-end'))}\n{"lifecycle":`);
    const answers = (await answered)[Symbol.asyncIterator]();
    await answers.next();
    const stopped = stopping.stop();
    const last = await answers.next();
    expect(JSON.parse(String(last.value))).toEqual({
      done: false,
      lines: 1,
      succeeded: 1,
      failed: 0,
    });
    await stopped;
  });

  it.each([{}, { 'Content-Type': 'application/json' }, { ...NDJSON, 'Idempotency-Key': 'k' }])(
    'refuses a request with the headers %j',
    async (headers) => {
      const sent = { method: 'POST', body: '{}', headers };
      expect([400, 415]).toContain((await client.send('/v1/deliveries', sent)).status);
    },
  );
});
