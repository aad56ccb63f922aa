/**
 * Pages: every item once, in an order that holds, however many appear meanwhile. The
 * danger: two items of one moment, of which a page shows one twice and the other never.
 */
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { cancel, codeOf, complete, createTask, firing, itemsOf, openAlarm } from './support.ts';
import { start, strictClientOf, type Handle, textOf } from './support.ts';

onEachEngine('a page', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
  });

  const createAtOnce = (kind: string, count: number): Promise<Handle[]> =>
    Promise.all(Array.from({ length: count }, () => createTask(client, { kind })));

  /** The items of all pages; `between` runs after each page. */
  const allOf = async (
    path: string,
    between: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<JsonObject[]> => {
    const items: JsonObject[] = [];
    const glue = path.includes('?') ? '&' : '?';
    for (let query = ''; ;) {
      const page = await client.get(`${path}${query}`);
      items.push(...itemsOf(page));
      const next = page.at('next');
      if (next === null || next === undefined) return items;
      await between();
      query = `${glue}after=${encodeURIComponent(typeof next === 'string' ? next : Number(next))}`;
    }
  };

  it.each([1, 10, 24, 25, 26])(
    'of %i shows 25 tasks that were created at once, each once, newest first',
    async (limit) => {
      const kind = `at-once-${limit}`;
      const tasks = await createAtOnce(kind, 25);
      const items = await allOf(`/v1/tasks?kind=${kind}&limit=${limit}`);
      expect(new Set(items.map(({ taskId }) => taskId))).toEqual(
        new Set(tasks.map(({ id }) => id)),
      );
      expect(items).toHaveLength(25);
      const keys = items.map(({ createdAt, taskId }) => `${textOf(createdAt)} ${textOf(taskId)}`);
      expect(keys).toEqual(keys.toSorted().toReversed());
    },
  );

  it('misses none that was there at the start, and repeats none, while others are created', async () => {
    const there = await createAtOnce('busy', 12);
    const items = await allOf('/v1/tasks?kind=busy&limit=5', () => createAtOnce('busy', 3));
    expect(items).toHaveLength(12);
    expect(new Set(items.map(({ taskId }) => taskId))).toEqual(new Set(there.map(({ id }) => id)));
  });

  it('has each item as a single read has it, but for the payload', async () => {
    const [task] = await createAtOnce('same', 1);
    await task?.send({ ...start, expectedVersion: 0 });
    const { payload, ...read } = (await task?.read()) ?? {};
    expect(payload).toBe(null);
    const page = await client.get('/v1/tasks?kind=same');
    expect(itemsOf(page)).toEqual([read]);
    expect(page.text('asOf') >= textOf(read['updatedAt'])).toBe(true);
  });

  it('has the tasks of one status, whatever the status', async () => {
    const fail = { type: 'FailTask', attempt: 1, errorCode: 'E' };
    const ways: Readonly<Record<string, readonly object[]>> = {
      queued: [],
      running: [start],
      cancelling: [start, cancel],
      completed: [start, complete],
      failed: [start, fail],
      cancelled: [cancel],
    };
    const ids: Record<string, string> = {};
    for (const [status, way] of Object.entries(ways)) {
      const task = await createTask(client, { kind: 'by status' });
      for (const [expectedVersion, command] of way.entries())
        await task.send({ ...command, expectedVersion });
      ids[status] = task.id;
    }
    const path = '/v1/tasks?kind=by%20status';
    for (const [status, id] of Object.entries(ids)) {
      const items = await allOf(`${path}&status=${status}`);
      expect(items.map(({ taskId }) => taskId)).toEqual([id]);
    }
    expect(await allOf(path)).toHaveLength(6);
  });

  it('has the alarms of a rule, a device and a severity, taken literally', async () => {
    const odd = `d&"'%_\\ü`;
    const alarms = [
      { deviceId: odd, severity: 'high' },
      { deviceId: odd, severity: 'low' },
      { deviceId: `${odd}x`, severity: 'high' },
    ];
    for (const [index, more] of alarms.entries())
      await openAlarm(client, `filter-${index}`, { ...more, ruleCode: 'filtered' });
    const found = async (query: object): Promise<unknown[]> => {
      const search = new URLSearchParams({ ruleCode: 'filtered', ...query });
      const items = await allOf(`/v1/alarms?limit=1&${search.toString()}`);
      return items.map(({ dedupKey }) => (dedupKey as JsonObject)['telemetryEventId']);
    };
    expect(await found({})).toEqual(['filter-2', 'filter-1', 'filter-0']);
    expect(await found({ deviceId: odd })).toEqual(['filter-1', 'filter-0']);
    expect(await found({ deviceId: odd, severity: 'high' })).toEqual(['filter-0']);
    expect(await found({ severity: 'high', status: 'OPEN' })).toEqual(['filter-2', 'filter-0']);
    expect(await found({ severity: 'high', status: 'ACKED' })).toEqual([]);
    expect(await found({ deviceId: 'd%' })).toEqual([]);
  });

  it('of a history or of refusals gives all of it in order, whatever the size of the pages', async () => {
    const [task] = await createAtOnce('history', 1);
    if (task === undefined) throw new Error('there is no task');
    for (const expectedVersion of [0, 3, 6]) {
      const attempt = expectedVersion / 3 + 1;
      const fail = { type: 'FailAttempt', attempt, errorCode: 'E', retryable: true };
      const steps = [start, { type: 'RequestReview', reason: 'PLANTED' }, fail];
      for (const [index, step] of steps.entries())
        await task.send({ ...step, expectedVersion: expectedVersion + index });
      const late = { ...complete, attempt, expectedVersion: expectedVersion + 3 };
      await task.send({ ...late, commandId: `late-${attempt}` });
    }
    const [history, refusals] = [await task.history(), await task.refusals()];
    expect(history.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(
      refusals.map(({ sentId, reason, evidence }) => [sentId, reason, evidence]),
    ).toMatchObject([
      ['late-1', 'ILLEGAL_TRANSITION', { version: 3, previousStatus: 'queued' }],
      ['late-2', 'ILLEGAL_TRANSITION', { version: 6, previousStatus: 'queued' }],
      ['late-3', 'TERMINAL_STATE', { version: 9, previousStatus: 'failed' }],
    ]);
    expect(JSON.stringify(refusals)).not.toContain(complete.artifactSha256);
    for (const limit of [1, 2, 3, 5, 10, 11]) {
      expect(await allOf(`${task.path}/events?limit=${limit}`)).toEqual(history);
      expect(await allOf(`${task.path}/refusals?limit=${limit}`)).toEqual(refusals);
    }
    expect(itemsOf(await client.get(`${task.path}/events?after=9`))).toEqual([]);
    expect(itemsOf(await client.get(`${task.path}/events?after=9007199254740991`))).toEqual([]);
  });

  it('of an alarm’s past shows each version as it was answered then', async () => {
    const opened = await client.post('/v1/alarms', firing('past'));
    const path = opened.headers.get('location') ?? '';
    const answers = [opened];
    for (const [expectedVersion, type] of ['AcknowledgeAlarm', 'CloseAlarm'].entries())
      answers.push(await client.post(`${path}/commands`, { type, expectedVersion }));
    for (const [at, answer] of answers.entries()) {
      const then = await client.get(`${path}/state?at=${at}`);
      expect(then.body).toEqual(answer.at('alarm'));
      expect(then.headers.get('etag')).toBe(`"${at}"`);
    }
    expect(codeOf(await client.get(`${path}/state?at=3`))).toBe('404 SEQUENCE_UNKNOWN');
  });

  it.each([
    '/v1/tasks?kind=other',
    '/v1/tasks?kind=bound&status=queued',
    '/v1/alarms?limit=1',
    '/v1/quarantine?limit=1',
    '/v1/tasks/any/refusals?limit=1',
  ])('is not continued as a page of %s', async (path) => {
    await createAtOnce('bound', 2);
    const { next } = (await client.get('/v1/tasks?kind=bound&limit=1')).body;
    const answer = await client.get(`${path}&after=${textOf(next)}`);
    expect(codeOf(answer)).toBe('400 INVALID_REQUEST');
  });
});
