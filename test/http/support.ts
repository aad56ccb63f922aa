/**
 * What HTTP tests do most, and a client for it that looks twice at every answer: beside
 * its documented shape, its headers and body must say the same, and it must be no fault
 * of the server.
 */
import { expect } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../src/kernel/json.ts';
import { checkedClientOf } from '../support/checked-client.ts';
import type { Answer, Client } from '../support/client.ts';

export const SHA = 'a'.repeat(64);
export const start = { type: 'StartTask', workerId: 'w1' };
export const cancel = { type: 'RequestCancellation', requester: 'user', reason: 'not needed' };
export const complete = {
  type: 'CompleteTask',
  attempt: 1,
  artifactSha256: SHA,
  artifactVerified: true,
};
export const confirm = {
  type: 'ConfirmCancellation',
  attempt: 1,
  effectsReconciled: true,
  effectCheck: 'nothing left',
};
export const firing = (telemetryEventId: string, more: object = {}): object => ({
  ruleCode: 'overheat',
  deviceId: 'boiler-1',
  telemetryEventId,
  metricName: 'temperature',
  metricValue: 104.5,
  threshold: 90,
  triggeredAt: '2026-01-01T12:00:00Z',
  ...more,
});

const expectConsistent = (answer: Answer): Answer => {
  const { status, body, headers } = answer;
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  if (status >= 400) {
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/u);
    expect(body).toMatchObject({ status, type: `urn:interlock:problem:${answer.text('code')}` });
    expect(answer.text('title')).not.toBe('');
    expect(answer.text('detail')).not.toBe('');
  }
  const instance = [body['task'], body['alarm']].find(isJsonObject);
  if (instance !== undefined) expect(headers.get('etag')).toBe(`"${Number(instance['version'])}"`);
  return answer;
};

export const strictClientOf = async (
  url: string,
  always: Record<string, string> = {},
): Promise<Client> => {
  const client = await checkedClientOf(url, always);
  return {
    url,
    send: async (...sent) => expectConsistent(await client.send(...sent)),
    get: async (...asked) => expectConsistent(await client.get(...asked)),
    post: async (...sent) => expectConsistent(await client.post(...sent)),
  };
};

/** `409 TERMINAL_STATE`, `200 accepted`, `201`. */
export const codeOf = (answer: Answer): string =>
  `${answer.status} ${answer.text('code')}${answer.text('outcome')}`.trim();

export const itemsOf = (answer: Answer): JsonObject[] => answer.body['items'] as JsonObject[];

/** A value of an answer that has to be text. */
export const textOf = (value: Json | undefined): string => {
  if (typeof value === 'string') return value;
  throw new TypeError(`${JSON.stringify(value)} is no text`);
};

/** How many answers were which. */
export const tally = (answers: readonly Answer[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const code of answers.map(codeOf)) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

/** One instance, and what is done with it most. */
export interface Handle {
  readonly id: string;
  readonly path: string;
  send(command: object, headers?: Record<string, string>): Promise<Answer>;
  deliver(fact: object): Promise<Answer>;
  read(): Promise<JsonObject>;
  /** Its whole history. */
  history(): Promise<JsonObject[]>;
  /** `1 TaskStarted` for each event after the creating one. */
  told(): Promise<string[]>;
  refusals(): Promise<JsonObject[]>;
  /** The deliveries to it that were set aside. */
  setAside(): Promise<JsonObject[]>;
}

export const handleOf = (client: Client, path: string): Handle => {
  const id = path.split('/').at(-1) ?? '';
  const all = async (from: string): Promise<JsonObject[]> =>
    itemsOf(await client.get(`${from}?limit=1000`));
  return {
    id,
    path,
    send: (command, headers) => client.post(`${path}/commands`, command, headers),
    deliver: (fact) => client.post(`${path}/events`, fact),
    read: async () => (await client.get(path)).body,
    history: () => all(`${path}/events`),
    told: async () =>
      (await all(`${path}/events`))
        .slice(1)
        .map(({ sequence, type }) => `${Number(sequence)} ${textOf(type)}`),
    refusals: () => all(`${path}/refusals`),
    setAside: async () =>
      (await all('/v1/quarantine')).filter(
        ({ instanceId, lifecycle }) =>
          instanceId === id && path === `/v1/${textOf(lifecycle)}s/${id}`,
      ),
  };
};

export const createTask = async (client: Client, fields: object = {}): Promise<Handle> => {
  const created = await client.post('/v1/tasks', fields);
  expect(created.status).toBe(201);
  return handleOf(client, `/v1/tasks/${created.text('task.taskId')}`);
};

export const openAlarm = async (
  client: Client,
  telemetryEventId: string,
  more: object = {},
): Promise<Handle> => {
  const opened = await client.post('/v1/alarms', firing(telemetryEventId, more));
  expect(opened.status).toBe(201);
  return handleOf(client, `/v1/alarms/${opened.text('alarm.alarmId')}`);
};
