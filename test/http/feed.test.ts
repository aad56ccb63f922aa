/**
 * The feed: every accepted event once, an instance's in their order, in pages and live.
 * The danger: a follower that comes back misses what was stored meanwhile, or is told
 * twice, or takes a cursor of something else for its own.
 */
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { followStream, nobodyYet } from '../support/event-stream.ts';
import { serveHere, type RunningServer } from '../support/server.ts';
import {
  codeOf,
  createTask,
  itemsOf,
  openAlarm,
  start,
  strictClientOf,
  textOf,
} from './support.ts';

onEachEngine('the feed', (database) => {
  let server: RunningServer;
  let client: Client;
  beforeAll(async () => {
    server = await serveHere(await database());
    client = await strictClientOf(server.url);
  });

  /** All pages from a cursor on. */
  const rest = async (
    filter = '',
    from = '',
    limit = 7,
  ): Promise<{ items: JsonObject[]; next: string }> => {
    const items: JsonObject[] = [];
    let next = from;
    for (;;) {
      const after = next === '' ? '' : `&after=${next}`;
      const page = await client.get(`/v1/feed?limit=${limit}${filter}${after}`);
      next = page.text('next');
      if (itemsOf(page).length === 0) return { items, next };
      items.push(...itemsOf(page));
    }
  };
  const nameOf = ({ lifecycle, instanceId, sequence }: JsonObject): string =>
    `${textOf(lifecycle)}/${textOf(instanceId)}/${Number(sequence)}`;

  it('has every event once, and those of an instance as its history has them', async () => {
    const tasks = await Promise.all(Array.from({ length: 12 }, () => createTask(client)));
    await Promise.all(tasks.map((task) => task.send({ ...start, expectedVersion: 0 })));
    const alarm = await openAlarm(client, 'in-feed');
    const { items } = await rest();
    expect(new Set(items.map(nameOf)).size).toBe(items.length);
    for (const { id, history } of [...tasks, alarm]) {
      const told = (await history()).map((event): unknown => expect.objectContaining(event));
      expect(items.filter(({ instanceId }) => instanceId === id)).toEqual(told);
    }
  });

  it('goes on behind its cursor with what has come since, and nothing else', async () => {
    const { next } = await rest();
    expect((await rest('', next)).items).toEqual([]);
    const task = await createTask(client);
    await task.send({ ...start, expectedVersion: 0 });
    const since = await rest('', next, 1);
    expect(since.items.map(nameOf)).toEqual([`task/${task.id}/0`, `task/${task.id}/1`]);
  });

  it('of one lifecycle or type has those alone, and its cursor leaves the others behind', async () => {
    await openAlarm(client, 'filtered');
    const { items, next } = await rest('&lifecycle=alarm&type=AlarmOpened');
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['AlarmOpened']));
    await createTask(client);
    const later = await client.get(`/v1/feed?lifecycle=alarm&type=AlarmOpened&after=${next}`);
    expect(itemsOf(later)).toEqual([]);
    expect(later.text('next')).not.toBe(next);
  });

  it.each(['', '&lifecycle=alarm', '&type=TaskStarted'])(
    'refuses a cursor that is none of its own, with the filter %j',
    async (filter) => {
      const foreign = await client.get('/v1/feed?lifecycle=task');
      for (const after of [foreign.text('next'), 'x', 'W10'])
        expect(codeOf(await client.get(`/v1/feed?after=${after}${filter}`))).toBe(
          '400 INVALID_REQUEST',
        );
    },
  );

  it('streams what is there and what comes, and goes on behind the last id', async () => {
    const followed = nobodyYet();
    const there = (await rest()).items.length;
    await followStream(`${server.url}/v1/feed`, followed, ({ events }) => events.length >= there);
    const missed = await createTask(client);
    const following = followStream(`${server.url}/v1/feed`, followed, ({ events }) =>
      events.some(({ data }) => data['type'] === 'TaskStarted' && data['instanceId'] === missed.id),
    );
    await missed.send({ ...start, expectedVersion: 0 });
    await following;
    const all = (await rest()).items;
    expect(followed.events.map(({ data }) => nameOf(data)).toSorted()).toEqual(
      all.map(nameOf).toSorted(),
    );
    expect(followed.events.map(({ data }) => data)).toEqual(expect.arrayContaining(all));
  });

  it('streams a moved cursor past what a filter leaves out', async () => {
    const followed = nobodyYet();
    const { next } = await rest('&lifecycle=alarm');
    await createTask(client);
    const url = `${server.url}/v1/feed?lifecycle=alarm&after=${next}`;
    await followStream(url, followed, ({ lastId }) => lastId !== '');
    expect(followed.events).toEqual([]);
    const behind = await client.get(`/v1/feed?lifecycle=alarm&after=${followed.lastId}`);
    expect([itemsOf(behind), behind.status]).toEqual([[], 200]);
  });

  it('answers a HEAD of the stream, and a cursor that is wrong with a problem', async () => {
    const headers = { Accept: 'text/event-stream' };
    const head = await fetch(`${server.url}/v1/feed`, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('vary')]).toEqual([200, 'Accept']);
    const wrong = await client.get('/v1/feed', { ...headers, 'Last-Event-ID': 'x' });
    expect(codeOf(wrong)).toBe('400 INVALID_REQUEST');
  });

  it('ends its streams when the service stops', async () => {
    const stopping = await serveHere(await database());
    const followed = nobodyYet();
    const own = await strictClientOf(stopping.url);
    await createTask(own);
    let seen = (): void => {};
    const first = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const following = followStream(`${stopping.url}/v1/feed`, followed, ({ events }) => {
      if (events.length > 0) seen();
      return false;
    });
    await first;
    await stopping.stop();
    await following;
    expect(followed.events).toHaveLength(1);
  });
});
