/**
 * Poisoned fields, sent to a job under way. The danger: a NUL byte in a worker's output
 * that makes a finished job run again, a number that comes back another one.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { hashJson } from '../../src/kernel/hash.ts';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import type { Answer, Client } from '../support/client.ts';
import { startJob, type JobUnderWay } from './job-under-way.ts';
import { codeOf, complete, createTask, firing, itemsOf, SHA, type Handle } from './support.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const nul = String.raw`"\u0000"`;
const half = String.raw`"\ud800"`;

describe('a poisoned request', () => {
  let client: Client;
  let job: Handle;
  let expectUntouched: JobUnderWay['expectUntouched'];
  let expectHarmless: JobUnderWay['expectHarmless'];
  beforeAll(async () => {
    ({ client, job, expectUntouched, expectHarmless } = await startJob());
  });

  it.each([
    ['StartTask', `"workerId": ${nul}`],
    ['FailTask', `"attempt": 1, "errorCode": ${nul}`],
    ['FailTask', `"attempt": 1, "errorCode": ${half}`],
    ['FailTask', `"attempt": 1, "errorCode": "a\\u0085b"`],
    ['FailTask', '"attempt": 1, "errorCode": "E", "__proto__": {"attempt": 1}'],
    ['FailTask', '"attempt": 1, "errorCode": "E", "constructor": 1'],
    ['FailTask', '"attempt": 9007199254740993, "errorCode": "E"'],
    ['FailTask', '"attempt": 1e400, "errorCode": "E"'],
    ['FailTask', '"attempt": [1], "errorCode": "E"'],
    ['FailTask', '"attempt": "1", "errorCode": "E"'],
    ['FailTask', '"attempt": 1, "errorCode": "E", "commandId": ".."'],
    ['FailTask', `"attempt": 1, "errorCode": "E", "commandId": "${'x'.repeat(201)}"`],
    ['FailTask', `"attempt": 1, "errorCode": "E", "workerId": ${'['.repeat(64)}${']'.repeat(64)}`],
    [
      'CompleteTask',
      `"attempt": 1, "artifactSha256": "${SHA}", "artifactVerified": true, "artifactBytes": 9007199254740993`,
    ],
  ])('to make %s of a running job with %s is refused', async (type, fields) => {
    const post = (path: string, more: string): Promise<Answer> =>
      client.send(`${job.path}${path}`, {
        method: 'POST',
        headers: JSON_TYPE,
        body: `{"type": "${type}", ${fields}, ${more}}`,
      });
    await expectHarmless(await post('/commands', '"expectedVersion": 1'), '400 INVALID_REQUEST');
  });

  it.each(['[]', 'null', '"StartTask"', '7', '[{"type": "StartTask"}]'])(
    'of %s as a command or an event is refused',
    async (body) => {
      for (const path of ['/commands', '/events']) {
        const sent = { method: 'POST', headers: JSON_TYPE, body };
        await expectHarmless(await client.send(job.path + path, sent), '400 INVALID_REQUEST');
      }
    },
  );

  it.each([
    `"errorCode": ${nul}`,
    '"errorCode": "E", "__proto__": 1',
    '"errorCode": "E", "taskId": "x"',
    '"errorCode": "E", "expectedVersion": 1',
    '"errorCode": "E", "sequence": 9007199254740993',
    '"errorCode": "E", "sequence": -1',
    '"errorCode": "E", "eventId": "a/b"',
    '"errorCode": "E", "eventId": null',
  ])('to deliver an event with %s is refused', async (fields) => {
    const known = '"type": "TaskFailed", "attempt": 1, "sequence": 2, "eventId": "e"';
    const sent = { method: 'POST', headers: JSON_TYPE, body: `{${known}, ${fields}}` };
    await expectHarmless(await client.send(`${job.path}/events`, sent), '400 INVALID_REQUEST');
  });

  it.each([
    ['telemetryEventId', '9007199254740993'],
    ['telemetryEventId', '""'],
    ['metricValue', '1e400'],
    ['metricValue', '9007199254740993'],
    ['metricValue', 'null'],
    ['deviceId', nul],
    ['deviceId', half],
    ['ruleCode', `"${'x'.repeat(1025)}"`],
    ['triggeredAt', '1767268800'],
    ['triggeredAt', '"0000-01-01T00:00:00+23:59"'],
    ['triggeredAt', '"9999-12-31T23:59:59-01:00"'],
    ['__proto__', '{"severity": "high"}'],
  ])('to open an alarm with a %s of %s opens none', async (field, value) => {
    const whole = JSON.stringify(firing('hostile'));
    const body = `${whole.slice(0, -1)}, "${field}": ${value}}`;
    const sent = { method: 'POST', headers: JSON_TYPE, body };
    await expectHarmless(await client.send('/v1/alarms', sent), '400 INVALID_REQUEST');
    expect(itemsOf(await client.get('/v1/alarms'))).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', '~:@-_.', 'x'.repeat(200)])(
    'is none that names its things %s',
    async (name) => {
      const task = await createTask(client, { taskId: name, kind: name });
      const sent = { type: 'StartTask', workerId: name, commandId: name, expectedVersion: 0 };
      for (const expected of ['200 accepted', '200 duplicate'])
        expect(codeOf(await task.send(sent))).toBe(expected);
      const failed = {
        type: 'TaskFailed',
        attempt: 1,
        errorCode: name,
        sequence: 2,
        eventId: name,
      };
      for (const expected of ['200 accepted', '200 duplicate'])
        expect(codeOf(await task.deliver(failed))).toBe(expected);
      const found = { taskId: name, kind: name, terminalErrorCode: name };
      expect(await task.read()).toMatchObject(found);
    },
  );

  it.each([
    ['tiny and long fractions', { n: [5e-324, 1e-7, 0.30000000000000004, 123456.789012345] }],
    ['objects 60 deep', JSON.parse('{"a":'.repeat(60) + '1' + '}'.repeat(60)) as Json],
    ['what XState keeps', { xstate$$type: 1, _parent: { id: 'x' }, children: {}, value: 'done' }],
  ])('is none with a payload of %s, which history keeps as it was', async (_, payload) => {
    const task = await createTask(client, { payload });
    const kept = (await task.history()).map((event) => event['payload'] as JsonObject);
    const then = await client.get(`${task.path}/state?at=0`);
    for (const found of [kept[0]?.['payload'], then.body['payload']])
      expect(hashJson(found ?? null)).toBe(hashJson(payload));
  });

  it('with a number too small for a double is refused', async () => {
    const sent = { method: 'POST', headers: JSON_TYPE, body: '{"payload": 1e-400}' };
    await expectHarmless(await client.send('/v1/tasks', sent), '400 INVALID_REQUEST');
  });

  it('has not stopped the job, which ends as it should', async () => {
    await expectUntouched();
    expect(codeOf(await job.send({ ...complete, expectedVersion: 1 }))).toBe('200 accepted');
    expect(await job.told()).toEqual(['1 TaskStarted', '2 TaskCompleted']);
  });
});
