/**
 * The OpenAPI document is what callers generate clients from: it lists every way in, it
 * holds together, and what it says of a request is what the service takes. That every
 * answer of the suite is as documented is checked by the clients themselves.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { clientOf, type Client } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { cancel, complete, createTask, firing, openAlarm, start } from './support.ts';
import { strictClientOf } from './support.ts';

const one = (collection: string, id: string): string[] => [
  `GET,POST /v1/${collection}`,
  `GET /v1/${collection}/{${id}}`,
  `POST /v1/${collection}/{${id}}/commands`,
  `GET,POST /v1/${collection}/{${id}}/events`,
  `GET /v1/${collection}/{${id}}/refusals`,
  `GET /v1/${collection}/{${id}}/state`,
];
/** What api.md promises and this version serves. */
const paths = [
  ...one('tasks', 'taskId'),
  ...one('alarms', 'alarmId'),
  ...['/healthz', '/readyz', '/metrics', '/v1/lifecycles', '/v1/lifecycles/{name}'].map(
    (path) => `GET ${path}`,
  ),
  'GET /v1/quarantine',
  'GET /v1/feed',
  'GET /v1/statistics',
  'POST /v1/statistics/rebuild',
  'POST /v1/deliveries',
];

type Paths = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

describe('the OpenAPI document', () => {
  let client: Client;
  let document: JsonObject;
  let documented: Paths;
  const ajv = new Ajv2020({ strict: false });
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await newDatabase.PGlite())).url);
    document = (await clientOf(client.url).get('/openapi.json')).body;
    documented = document['paths'] as unknown as Paths;
    ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
    ajv.addSchema(document, 'openapi');
  });
  const operations = (): [string, JsonObject][] =>
    Object.entries(documented).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, JsonObject] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );

  it('lists every path with its methods, and every operation under a name of its own', () => {
    const listed = Object.entries(documented).map(
      ([path, item]) =>
        `${Object.keys(item)
          .map((method) => method.toUpperCase())
          .toSorted()
          .join()} ${path}`,
    );
    expect(listed.toSorted()).toEqual(paths.toSorted());
    const names = operations().map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(operations().filter(([, { summary }]) => summary === '')).toEqual([]);
  });

  it('describes every parameter of a path, as required', () => {
    for (const [name, { parameters }] of operations()) {
      const inPath = (parameters as JsonObject[]).filter((parameter) => parameter['in'] === 'path');
      const inTemplate = [...name.matchAll(/\{(\w+)\}/gu)].map(([, found]) => found);
      expect(inPath.map((parameter) => parameter['name'])).toEqual(inTemplate);
      expect(inPath.every(({ required }) => required === true)).toBe(true);
    }
  });

  it('has references that lead somewhere, and schemas that compile', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/gu)];
    expect(references.length).toBeGreaterThan(0);
    for (const [, reference = ''] of references) {
      const found = reference
        .split('/')
        .reduce<unknown>((value, key) => (value as JsonObject | undefined)?.[key], document);
      expect(found, reference).toBeTypeOf('object');
    }
    const bodies = operations().flatMap(([, { requestBody }]) => requestBody ?? []);
    expect(bodies).toHaveLength(7);
    for (const { content } of bodies as JsonObject[]) {
      const [{ schema } = {}] = Object.values(content as Record<string, JsonObject>);
      expect(() => ajv.compile(schema as JsonObject)).not.toThrow();
    }
  });

  it('gives problems their own media type, and says who needs a token', () => {
    for (const [name, operation] of operations()) {
      const responses = Object.entries(operation['responses'] as Record<string, JsonObject>);
      const codes = responses.map(([status]) => Number(status));
      expect(codes.filter((status) => status < 300).length).toBeGreaterThan(0);
      for (const [, { content }] of responses.filter(([status]) => Number(status) >= 400))
        expect(Object.keys(content as object)).toEqual(['application/problem+json']);
      const guarded = !name.endsWith('z');
      expect(operation['security']).toEqual(guarded ? [{ bearer: [] }] : []);
      expect([401, 403].every((status) => codes.includes(status))).toBe(guarded);
    }
  });

  it('allows no method that the path does not take, and names those it takes', async () => {
    for (const [template, item] of Object.entries(documented)) {
      const answer = await client.send(template.replaceAll(/\{\w+\}/gu, 'x'), { method: 'DELETE' });
      expect([answer.status, answer.text('code')]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      const taken = (answer.headers.get('allow') ?? '')
        .split(', ')
        .filter((name) => name !== 'HEAD');
      expect(taken.toSorted()).toEqual(
        Object.keys(item)
          .map((method) => method.toUpperCase())
          .toSorted(),
      );
    }
  });

  const eventOf = (more: object): object => ({ eventId: 'e', sequence: 9, ...more });
  it.each<[string, object]>([
    ['/v1/tasks', {}],
    ['/v1/tasks', { taskId: 'a', commandId: 'b', kind: 'c', payload: [1], priority: -1 }],
    ['/v1/tasks', { taskId: 'a b' }],
    ['/v1/tasks', { maxAttempts: 0 }],
    ['/v1/tasks', { kind: '' }],
    ['/v1/tasks', { colour: 'red' }],
    ['/v1/tasks', { policy: 'other' }],
    ['/v1/alarms', firing('documented')],
    ['/v1/alarms', { ...firing('documented'), telemetryEventId: 7 }],
    ['/v1/alarms', { ...firing('documented'), metricValue: '7' }],
    ['/v1/alarms', { ...firing('documented'), alarmId: 'mine' }],
    ['/v1/tasks/{taskId}/commands', { ...start, expectedVersion: 7 }],
    ['/v1/tasks/{taskId}/commands', { ...start, leaseMs: 0, expectedVersion: 7 }],
    ['/v1/tasks/{taskId}/commands', { ...start, expectedStatus: 'queued' }],
    ['/v1/tasks/{taskId}/commands', { ...cancel, requester: 'nobody', expectedVersion: 7 }],
    ['/v1/tasks/{taskId}/commands', { ...complete, artifactSha256: 'abc', expectedVersion: 7 }],
    ['/v1/tasks/{taskId}/commands', { ...complete, expectedVersion: 7, commandId: 'x' }],
    ['/v1/tasks/{taskId}/commands', { ...complete, type: 'Complete', expectedVersion: 7 }],
    ['/v1/alarms/{alarmId}/commands', { type: 'CloseAlarm', expectedStatus: 'ACKED' }],
    ['/v1/alarms/{alarmId}/commands', { type: 'CloseAlarm', expectedStatus: 'SNOOZED' }],
    ['/v1/alarms/{alarmId}/commands', { type: 'AcknowledgeAlarm', reason: 'r' }],
    ['/v1/tasks/{taskId}/events', eventOf({ type: 'HumanReviewRequested', reason: 'r' })],
    ['/v1/tasks/{taskId}/events', eventOf({ type: 'HumanReviewRequested' })],
    ['/v1/tasks/{taskId}/events', eventOf({ type: 'RequestReview', reason: 'r' })],
    ['/v1/tasks/{taskId}/events', { type: 'ArtifactWriteStarted', attempt: 1, sequence: 9 }],
    ['/v1/alarms/{alarmId}/events', eventOf({ type: 'AlarmClosed', closedBy: 'b' })],
  ])('says of a request to %s of %j what the service says', async (template, body) => {
    const pointer = template.replaceAll('/', '~1');
    const schema = `openapi#/paths/${encodeURIComponent(pointer)}/post/requestBody/content/application~1json/schema`;
    const valid = ajv.validate(schema, body);
    const task = await createTask(client);
    const alarm = await openAlarm(client, task.id);
    const path = template.replace('{taskId}', task.id).replace('{alarmId}', alarm.id);
    const answer = await client.post(path, body);
    expect(answer.status !== 400, JSON.stringify(answer.body)).toBe(valid);
  });

  it('says how many items a page may have', () => {
    const lists = operations().flatMap(([, { parameters }]) =>
      (parameters as JsonObject[]).filter(({ name }) => name === 'limit'),
    );
    for (const { schema } of lists)
      expect(schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 1000 });
  });
});
