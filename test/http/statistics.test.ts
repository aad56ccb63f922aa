/**
 * The statistics are a projection of the feed. The danger: an event counts twice after a
 * crash or beside another process, or history waits for who counts it.
 */
import { beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';
import { openStore } from '../../src/cli/open-store.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { catchUp } from '../../src/service/follower.ts';
import { statistics } from '../../src/service/statistics.ts';
import type { Store } from '../../src/store/port.ts';
import type { Client } from '../support/client.ts';
import { newDatabase, onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { silent } from '../support/service.ts';
import {
  cancel,
  complete,
  createTask,
  itemsOf,
  openAlarm,
  start,
  strictClientOf,
  textOf,
} from './support.ts';

type Counted = Readonly<Record<string, readonly [present: number, departed: number]>>;

const expected: Counted = {
  queued: [2, 3],
  running: [1, 2],
  cancelling: [0, 1],
  completed: [2, 0],
  failed: [0, 0],
  cancelled: [0, 0],
};

/** Two wait, one runs, two are completed, one of them after a race. */
const play = async (client: Client): Promise<void> => {
  const tasks = await Promise.all(Array.from({ length: 5 }, () => createTask(client)));
  const scripts = [[start], [start, complete], [start, cancel, complete]];
  for (const [index, commands] of scripts.entries()) {
    const task = tasks[index];
    for (const [expectedVersion, command] of commands.entries())
      await task?.send({ ...command, expectedVersion });
    await task?.send({ ...start, expectedVersion: commands.length });
  }
};

const read = async (client: Client, lifecycle = 'task') => {
  const { body } = await client.get('/v1/statistics');
  const found = (body['items'] as JsonObject[]).find((item) => item['lifecycle'] === lifecycle);
  return { behind: body['behind'], ...found } as JsonObject;
};

const counted = ({ statuses }: JsonObject): Counted =>
  Object.fromEntries(
    (statuses as JsonObject[]).map(({ status, present, departed }) => [
      textOf(status),
      [Number(present), Number(departed)],
    ]),
  );

onEachEngine('the statistics', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
    await play(client);
    await openAlarm(client, 'counted');
  });
  const isCounted = () =>
    expect
      .poll(async () => (await read(client))['behind'], { interval: 50, timeout: 10_000 })
      .toBe(0);

  it('count where tasks are and how often each status was left, and why what was refused', async () => {
    await isCounted();
    const seen = await read(client);
    expect(counted(seen)).toEqual(expected);
    const running = (seen['statuses'] as JsonObject[]).find(({ status }) => status === 'running');
    expect(Number(running?.['averageMs'])).toBeGreaterThan(0);
    expect(seen['refusals']).toEqual([
      { reason: 'ILLEGAL_TRANSITION', times: 1 },
      { reason: 'TERMINAL_STATE', times: 2 },
    ]);
    expect(counted(await read(client, 'alarm'))).toEqual({
      OPEN: [1, 0],
      ACKED: [0, 0],
      CLOSED: [0, 0],
    });
  });

  it('are counted anew from all of history, which stays as it was', async () => {
    await isCounted();
    const events = async () => itemsOf(await client.get('/v1/feed?limit=1000'));
    const [before, history] = [await read(client), await events()];
    expect((await client.post('/v1/statistics/rebuild', {})).status).toBe(202);
    await isCounted();
    await expect.poll(async () => read(client), { interval: 50, timeout: 10_000 }).toEqual(before);
    expect(await events()).toEqual(history);
  });
});

it('count an event once, however many count it at once, and whoever fails in between', async () => {
  const database = await newDatabase.PostgreSQL();
  const client = await strictClientOf((await serveHere(database)).url);
  await play(client);
  const stores: Store[] = await Promise.all(
    Array.from({ length: 3 }, () => openStore(readConfig(database), silent)),
  );
  const steps = stores.flatMap((store) => {
    const own = statistics(store);
    const failing = { ...own, apply: () => Promise.reject(new Error('it fails')) };
    return [catchUp(store, own), catchUp(store, failing).catch(() => 0), catchUp(store, own)];
  });
  await Promise.all(steps);
  expect(counted(await read(client))).toEqual(expected);
  await Promise.all(stores.map((store) => store.close()));
});
