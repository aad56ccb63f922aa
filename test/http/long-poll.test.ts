/**
 * Waiting readers. The danger: one who waits is forgotten, woken by somebody else's
 * change, or keeps the service from stopping.
 */
import { Agent, get } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../support/client.ts';
import { newDatabase, onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { cancel, codeOf, createTask, handleOf, start, strictClientOf } from './support.ts';

const HOLDS = 20_000;

onEachEngine('a reader who waits', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
  });

  const wait = (path: string, what: string, seen?: number, waitMs = HOLDS): Promise<Answer> =>
    client.get(
      `${path}?waitFor=${what}&waitMs=${waitMs}`,
      seen === undefined ? {} : { 'If-None-Match': `"${seen}"` },
    );

  it('is woken by a command and by a delivered event, as one of twenty who wait', async () => {
    const task = await createTask(client);
    const changes = Array.from({ length: 20 }, () => wait(task.path, 'change', 0));
    await task.send({ ...start, expectedVersion: 0 });
    for (const answer of await Promise.all(changes))
      expect([answer.status, answer.at('version')]).toEqual([200, 1]);
    const ended = wait(task.path, 'final', 1);
    const fact = { type: 'TaskFailed', attempt: 1, errorCode: 'E' };
    await task.deliver({ ...fact, sequence: 2, eventId: `${task.id}-e` });
    expect((await ended).body).toEqual(await task.read());
  });

  it('is not woken by what was refused, repeated, or happened to another', async () => {
    const [task, other] = [await createTask(client), await createTask(client)];
    const sent = { ...start, expectedVersion: 0, commandId: 'k' };
    await task.send(sent);
    let woken = false;
    const change = wait(task.path, 'change', 1).then((answer) => {
      woken = true;
      return answer;
    });
    expect(codeOf(await task.send(sent))).toBe('200 duplicate');
    expect(codeOf(await task.send({ ...start, expectedVersion: 1 }))).toBe(
      '409 ILLEGAL_TRANSITION',
    );
    await other.send(sent);
    expect(woken).toBe(false);
    await task.send({ ...cancel, expectedVersion: 1 });
    expect((await change).at('version')).toBe(2);
  });

  it('for a status passes by every other status', async () => {
    const task = await createTask(client);
    const cancelling = wait(task.path, 'cancelling');
    await task.send({ ...start, expectedVersion: 0 });
    await task.send({ ...cancel, expectedVersion: 1 });
    const answer = await cancelling;
    expect([answer.at('status'), answer.headers.get('etag')]).toEqual(['cancelling', '"2"']);
  });

  it('gets what is there already at once', async () => {
    const task = await createTask(client);
    await task.send({ ...cancel, expectedVersion: 0 });
    const answers = [
      await wait(task.path, 'final'),
      await wait(task.path, 'cancelled'),
      await wait(task.path, 'change'),
      await wait(task.path, 'change', 0),
    ];
    expect(answers.map((answer) => answer.at('version'))).toEqual([1, 1, 1, 1]);
    expect((await wait(task.path, 'final', 1)).status).toBe(304);
    expect(codeOf(await wait('/v1/tasks/nobody', 'final'))).toBe('404 INSTANCE_UNKNOWN');
  });

  it('for what does not come gets what is, when the time is over and not before', async () => {
    const task = await createTask(client);
    const began = performance.now();
    const still = await wait(task.path, 'running', undefined, 120);
    expect([still.status, still.at('status')]).toEqual([200, 'queued']);
    const same = await wait(task.path, 'change', 0, 120);
    expect([same.status, same.headers.get('etag'), same.body]).toEqual([304, '"0"', {}]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(240);
  });

  it('who waits for an alarm is told of its end', async () => {
    const opened = await client.post('/v1/alarms', {
      ruleCode: 'r',
      deviceId: 'd',
      telemetryEventId: 'awaited',
      metricName: 'm',
      metricValue: 2,
      threshold: 1,
      triggeredAt: '2026-01-01T00:00:00Z',
    });
    const alarm = handleOf(client, opened.headers.get('location') ?? '');
    const [closed, acknowledged] = [wait(alarm.path, 'final'), wait(alarm.path, 'ACKED')];
    await alarm.send({ type: 'AcknowledgeAlarm', expectedStatus: 'OPEN' });
    expect((await acknowledged).at('status')).toBe('ACKED');
    await alarm.send({ type: 'CloseAlarm', expectedStatus: 'ACKED' });
    expect((await closed).at('status')).toBe('CLOSED');
  });
});

describe('a service', () => {
  it('that stops answers those who wait with what is', async () => {
    const server = await serveHere(await newDatabase.PGlite());
    const client = await strictClientOf(server.url);
    const task = await createTask(client);
    const waiting = [1, 2, 3].map(() => client.get(`${task.path}?waitFor=final&waitMs=60000`));
    // Answers to later requests say that those before them have arrived.
    for (const _ of waiting) await task.read();
    await server.stop();
    for (const answer of await Promise.all(waiting))
      expect([answer.status, answer.at('status')]).toEqual([200, 'queued']);
  });

  it('that shares its database tells its readers what another one has stored', async () => {
    const environment = await newDatabase.PostgreSQL();
    const servers = [await serveHere(environment), await serveHere(environment)];
    const [here, there] = await Promise.all(servers.map(({ url }) => strictClientOf(url)));
    if (here === undefined || there === undefined) throw new Error('there are no two clients');
    const task = await createTask(here);
    const changed = there.get(`${task.path}?waitFor=change&waitMs=${HOLDS}`, {
      'If-None-Match': '"0"',
    });
    const ended = there.get(`${task.path}?waitFor=final&waitMs=${HOLDS}`);
    await task.send({ ...start, expectedVersion: 0 });
    expect((await changed).at('version')).toBe(1);
    await task.send({ type: 'FailTask', attempt: 1, errorCode: 'E', expectedVersion: 1 });
    expect((await ended).at('status')).toBe('failed');
  });

  it('keeps nothing of the waits that ended on a connection that goes on', async () => {
    const { url } = await serveHere(await newDatabase.PGlite());
    const task = await createTask(await strictClientOf(url));
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < 12; count += 1)
      await new Promise((resolve, reject) => {
        get(`${url}${task.path}?waitFor=queued`, { agent }, (response) => {
          response.resume().on('end', resolve);
        }).on('error', reject);
      });
    agent.destroy();
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});
