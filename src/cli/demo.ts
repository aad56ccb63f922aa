/**
 * `npm run demo`: the product in one minute. Plays a late completion under both
 * policies, and two operators at one alarm, and shows every request with its answer.
 * Uses the service at INTERLOCK_URL or the default address; starts one of its own in a
 * temporary folder if there is none.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../kernel/json.ts';
import { readConfig } from './config.ts';
import { serve } from './serve.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';
const run = randomUUID().slice(0, 8);
const artifactSha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const say = (text: string): void => console.log(text);

const short = (value: Json): string =>
  JSON.stringify(value)
    .replaceAll(artifactSha256, '9f86d081…')
    .replaceAll(/"(\w+)":/g, '$1: ')
    .replaceAll(',', ', ');

/** The part of an answer that tells the story. */
const gist = (status: number, body: JsonObject): string => {
  const thing = body['task'] ?? body['alarm'];
  const state = isJsonObject(thing)
    ? `${String(thing['status'])}, version ${String(thing['version'])}`
    : '';
  const evidence = body['evidence'];
  const race =
    isJsonObject(evidence) && evidence['completionWonCancellationRace'] === true
      ? '  (evidence: completionWonCancellationRace)'
      : '';
  return typeof body['code'] === 'string'
    ? `${status} ${body['code']}: ${String(body['detail'])}  [${state}]`
    : `${status} ${state}${race}`;
};

const story = (url: string, headers: Readonly<Record<string, string>>) => ({
  async post(who: string, path: string, body: JsonObject): Promise<JsonObject> {
    say(`  ${who}\n    → POST ${path} ${short(body)}`);
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as JsonObject;
    say(`    ← ${gist(response.status, answer)}`);
    return answer;
  },
  async history(path: string): Promise<void> {
    const response = await fetch(`${url}${path}/events`, { headers });
    const { items } = (await response.json()) as { items: readonly JsonObject[] };
    const line = items.map(({ sequence, type }) => `${String(sequence)} ${String(type)}`);
    say(`  What is in the history: ${line.join(' · ')}`);
  },
});

type Story = ReturnType<typeof story>;

const lateCompletion = async ({ post, history }: Story, policy: string): Promise<void> => {
  const taskId = `demo-${run}-${policy}`;
  const task = `/v1/tasks/${taskId}`;
  const completion = { type: 'CompleteTask', attempt: 1, artifactSha256, artifactVerified: true };
  say(`\nA late completion, policy ${policy}`);
  await post('the user wants something done', '/v1/tasks', { taskId, policy });
  await post('a worker takes it', `${task}/commands`, {
    type: 'StartTask',
    workerId: 'worker-1',
    expectedVersion: 0,
  });
  await post('the user changes their mind, having seen version 1', `${task}/commands`, {
    type: 'RequestCancellation',
    requester: 'user',
    reason: 'no longer needed',
    expectedVersion: 1,
  });
  await post(
    'the worker finishes at the same moment, having seen version 1 too',
    `${task}/commands`,
    {
      ...completion,
      expectedVersion: 1,
    },
  );
  await post('it reads again and decides again', `${task}/commands`, {
    ...completion,
    expectedVersion: 2,
  });
  if (policy === 'completion-wins')
    await post('a cancellation that comes too late', `${task}/commands`, {
      type: 'ConfirmCancellation',
      attempt: 1,
      effectsReconciled: true,
      effectCheck: 'worker stopped',
      expectedVersion: 3,
    });
  else
    await post('the worker stops instead', `${task}/commands`, {
      type: 'ConfirmCancellation',
      attempt: 1,
      effectsReconciled: true,
      effectCheck: 'result discarded',
      expectedVersion: 2,
    });
  await history(task);
};

const twoOperators = async ({ post, history }: Story): Promise<void> => {
  say('\nTwo operators at one alarm');
  const firing = {
    ruleCode: 'overheat',
    deviceId: 'boiler-1',
    telemetryEventId: run,
    metricName: 'temperature',
    metricValue: 104.5,
    threshold: 90,
    triggeredAt: '2026-01-01T12:00:00Z',
  };
  const created = await post('a rule fires', '/v1/alarms', firing);
  await post('it fires again on another node', '/v1/alarms', firing);
  const id = isJsonObject(created['alarm']) ? String(created['alarm']['alarmId']) : '';
  const alarm = `/v1/alarms/${id}`;
  await post('ann acknowledges it', `${alarm}/commands`, {
    type: 'AcknowledgeAlarm',
    by: 'ann',
    expectedStatus: 'OPEN',
  });
  await post('bob, whose screen still says OPEN, closes it', `${alarm}/commands`, {
    type: 'CloseAlarm',
    by: 'bob',
    expectedStatus: 'OPEN',
  });
  await post('bob reads that, and closes it all the same', `${alarm}/commands`, {
    type: 'CloseAlarm',
    by: 'bob',
    expectedStatus: 'ACKED',
  });
  await history(alarm);
};

const play = async (url: string): Promise<void> => {
  const token = process.env['INTERLOCK_TOKEN'];
  const told = story(url, token === undefined ? {} : { Authorization: `Bearer ${token}` });
  await lateCompletion(told, 'completion-wins');
  await lateCompletion(told, 'cancellation-wins');
  await twoOperators(told);
};

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
};

const given = process.env['INTERLOCK_URL'];
const url = given ?? DEFAULT_URL;
if (await answers(url)) {
  say(`Against the service at ${url}`);
  await play(url);
} else if (given !== undefined) {
  console.error(`Nothing answers at ${given}`);
  process.exitCode = 1;
} else {
  const folder = await mkdtemp(join(tmpdir(), 'interlock-demo-'));
  say(`Nothing serves at ${url}; starting a service of its own in a temporary folder …`);
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const serving = await serve(readConfig({ DATA_DIR: folder, PORT: '0' }), silent);
  try {
    await play(serving.url);
  } finally {
    await serving.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
