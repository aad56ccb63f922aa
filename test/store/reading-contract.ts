/** What reading and setting aside promise: their part of the store's contract, run on each engine. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { InstanceRow, ListQuery, Store } from '../../src/store/port.ts';
import { deliveryOf, itemOf, keyOf, refusalOf, storeInstance } from './items.ts';

const DAY_MS = 86_400_000;

/** All pages of a list, each after the last row of the one before. */
const pagesOf = async (store: Store, query: Omit<ListQuery, 'after'>): Promise<InstanceRow[][]> => {
  const pages: InstanceRow[][] = [];
  for (let after: ListQuery['after'] = null; ;) {
    const page = await store.listInstances({ ...query, after });
    const last = page.at(-1);
    if (last === undefined) return pages;
    pages.push(page);
    after = { createdAt: last.createdAt, instanceId: last.instanceId };
  }
};

export const reading = (open: () => Store): void => {
  it('history is append-only: what was stored reads the same after everything that followed', async () => {
    const id = randomUUID();
    await storeInstance(open(), id, 4);
    const before = await open().readHistory(keyOf(id), -1, 100);
    const partition = open().partitionOf(id);
    await open().commit(partition, [itemOf(id, 3)]);
    await open().commit(partition, [itemOf(id, 5)]);
    await expect(
      open().commit(partition, [itemOf(id, 6, { eventId: before[2]?.eventId ?? '' })]),
    ).rejects.toThrow('events_event_id');
    const after = await open().readHistory(keyOf(id), -1, 100);
    expect(after.slice(0, 5)).toEqual(before);
    expect(after.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5]);
    const offsets = after.map(({ feedOffset }) => feedOffset);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  });

  it('a history is read in pages that neither miss nor repeat an event', async () => {
    const id = randomUUID();
    await storeInstance(open(), id, 10);
    const read = async (after: number, limit: number): Promise<number[]> =>
      (await open().readHistory(keyOf(id), after, limit)).map(({ sequence }) => sequence);
    expect(await read(-1, 4)).toEqual([0, 1, 2, 3]);
    expect(await read(3, 4)).toEqual([4, 5, 6, 7]);
    expect(await read(7, 4)).toEqual([8, 9, 10]);
    expect(await read(10, 4)).toEqual([]);
    expect(await open().readHistory(keyOf(randomUUID()), -1, 4)).toEqual([]);
  });

  it('what is JSON comes back as it was: keys, nesting, numbers, every character', async () => {
    const id = randomUUID();
    const payload = {
      'a "key"': [null, true, 1.5e-7, Number.MAX_SAFE_INTEGER, { '': '' }],
      text: '\u0001\n \u2028 \uffff 😀 \\u0000',
      __proto: {},
    };
    await storeInstance(open(), id, 0, { payload });
    expect(await open().loadInstance(keyOf(id))).toMatchObject({ input: payload });
    expect((await open().readHistory(keyOf(id), -1, 1))[0]?.payload).toEqual(payload);
  });

  it('a list is read newest first in pages that neither miss nor repeat a row, also of one moment', async () => {
    const lifecycle = `listed-${randomUUID()}`;
    const ids = Array.from({ length: 23 }, () => randomUUID());
    const changes = { lifecycle };
    // One statement, so that many have the same time.
    for (let partition = 0; partition < open().partitions; partition += 1) {
      const here = ids.filter((id) => open().partitionOf(id) === partition);
      if (here.length > 0)
        await open().commit(
          partition,
          here.map((id) => itemOf(id, 0, changes)),
        );
    }
    const query = { lifecycle, status: null, where: null, limit: 5 };
    const pages = await pagesOf(open(), query);
    expect(pages.map((page) => page.length)).toEqual([5, 5, 5, 5, 3]);
    const rows = pages.flat();
    expect(rows.map(({ instanceId }) => instanceId).toSorted()).toEqual(ids.toSorted());
    const places = rows.map(({ createdAt, instanceId }) => `${createdAt} ${instanceId}`);
    expect(places).toEqual(places.toSorted().toReversed());
  });

  it('a list is narrowed by status and by fields of the input', async () => {
    const lifecycle = `narrowed-${randomUUID()}`;
    const make = async (status: string, kind: string): Promise<string> => {
      const id = randomUUID();
      await storeInstance(open(), id, 0, { lifecycle, status, payload: { kind, n: 1 } });
      return id;
    };
    const wanted = await make('open', 'mail');
    await make('shut', 'mail');
    await make('open', 'print');
    const query = { lifecycle, status: 'open', where: { kind: 'mail' }, after: null, limit: 10 };
    const rows = await open().listInstances(query);
    expect(rows.map(({ instanceId }) => instanceId)).toEqual([wanted]);
  });

  it('refusals are kept once each, read in their order, and forgotten by age', async () => {
    const id = randomUUID();
    const now = Date.now();
    const refusals = ['r-1', 'r-2', 'r-3'].map((name) => refusalOf(`${name}-${id}`, id, now));
    const old = refusalOf(`r-0-${id}`, id, now - 31 * DAY_MS);
    await open().recordRefusals([...refusals, old]);
    await open().recordRefusals(refusals);
    await open().recordRefusals([]);
    expect(await open().readRefusals(keyOf(id), '', 10)).toEqual([old, ...refusals]);
    expect(await open().readRefusals(keyOf(id), `r-1-${id}`, 1)).toEqual([refusals[1]]);
    await open().forgetRefusals(30);
    expect(await open().readRefusals(keyOf(id), '', 10)).toEqual(refusals);
    expect(await open().readRefusals(keyOf(randomUUID()), '', 10)).toEqual([]);
  });

  it('the same delivery set aside again is counted, not kept twice', async () => {
    const delivery = deliveryOf(`q-${randomUUID()}`, randomUUID());
    for (let time = 0; time < 3; time += 1) await open().setAside(delivery);
    const mine = (await open().listQuarantine('', 1_000)).filter(
      ({ quarantineId }) => quarantineId === delivery.quarantineId,
    );
    expect(mine).toEqual([
      {
        ...delivery,
        times: 3,
        firstSeenAt: expect.any(Number) as number,
        lastSeenAt: expect.any(Number) as number,
      },
    ]);
    expect(mine[0]?.lastSeenAt).toBeGreaterThanOrEqual(mine[0]?.firstSeenAt ?? Infinity);
  });

  it('the quarantine is read in pages by id', async () => {
    const prefix = `page-${randomUUID()}`;
    for (const n of [2, 0, 1]) await open().setAside(deliveryOf(`${prefix}-${n}`, randomUUID()));
    const read = async (after: string, limit: number): Promise<string[]> =>
      (await open().listQuarantine(after, limit)).map(({ quarantineId }) => quarantineId);
    expect(await read(prefix, 2)).toEqual([`${prefix}-0`, `${prefix}-1`]);
    expect((await read(`${prefix}-1`, 1))[0]).toBe(`${prefix}-2`);
  });

  it('the database’s clock runs forward and agrees with what it writes beside events', async () => {
    const id = randomUUID();
    const before = await open().readClock();
    await storeInstance(open(), id);
    const after = await open().readClock();
    const row = await open().loadInstance(keyOf(id));
    expect(row?.createdAt).toBeGreaterThanOrEqual(Math.floor(before));
    expect(row?.createdAt).toBeLessThanOrEqual(after);
  });
};
