/** What a commit promises: its part of the store's contract, run on each engine. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StatementFailed, type CommitItem, type Store } from '../../src/store/port.ts';
import { idsIn, itemOf, keyOf, storeInstance } from './items.ts';

const failureOf = async (storing: Promise<unknown>): Promise<unknown> => {
  try {
    return await storing;
  } catch (error) {
    return error instanceof StatementFailed
      ? { fault: error.fault, constraint: error.constraint }
      : error;
  }
};

const tellAll = async (store: Store, instanceId: string) => ({
  row: await store.loadInstance(keyOf(instanceId)),
  history: await store.readHistory(keyOf(instanceId), -1, 100),
});

export const committing = (open: () => Store): void => {
  const commit = (...items: CommitItem[]) =>
    open().commit(open().partitionOf(items[0]?.instanceId ?? ''), items);

  it('an event is stored with the state it leads to, and the answer says where', async () => {
    const id = randomUUID();
    await commit(itemOf(id, 0, { payload: { made: 'so' } }));
    const moved = itemOf(id, 1, { status: 'shut', state: { value: 'shut', context: { n: 1 } } });
    const [placed] = await commit(moved);
    expect(placed).toMatchObject({ index: 0 });
    const { row, history } = await tellAll(open(), id);
    expect(row).toMatchObject({
      version: 1,
      status: 'shut',
      state: moved.state,
      input: { made: 'so' },
      updatedAt: placed?.recordedAt,
    });
    const { status: _status, state: _state, ...asStored } = moved;
    expect(history.at(-1)).toEqual({
      ...asStored,
      partition: open().partitionOf(id),
      feedOffset: placed?.feedOffset,
      recordedAt: placed?.recordedAt,
    });
  });

  it('of a group only the items are stored whose version still holds, and the answer names them', async () => {
    const [fresh = '', stale = '', gap = '', absent = '', born = ''] = idsIn(open(), 0, 5);
    await storeInstance(open(), fresh, 2);
    await storeInstance(open(), stale, 3);
    await storeInstance(open(), gap, 1);
    const stored = await commit(
      itemOf(fresh, 3),
      itemOf(stale, 3),
      itemOf(gap, 3),
      itemOf(absent, 1),
      itemOf(born, 0),
    );
    expect(stored.map(({ index }) => index)).toEqual([0, 4]);
    const versions = [fresh, stale, gap, absent, born].map(async (id) => {
      const { row, history } = await tellAll(open(), id);
      return [row?.version, history.length];
    });
    expect(await Promise.all(versions)).toEqual([
      [3, 4],
      [3, 4],
      [1, 2],
      [undefined, 0],
      [0, 1],
    ]);
  });

  it('what another version of the lifecycle decided is passed over', async () => {
    const id = randomUUID();
    await storeInstance(open(), id);
    expect(await commit(itemOf(id, 1, { lifecycleVersion: 2 }))).toEqual([]);
    expect(await open().loadInstance(keyOf(id))).toMatchObject({ version: 0 });
  });

  it('an instance is created once; the second creation changes nothing', async () => {
    const id = randomUUID();
    await commit(itemOf(id, 0, { payload: { first: true } }));
    const before = await tellAll(open(), id);
    expect(await commit(itemOf(id, 0, { payload: { first: false } }))).toEqual([]);
    expect(await tellAll(open(), id)).toEqual(before);
  });

  it('ids are a lifecycle’s own: the same one in another lifecycle is another instance', async () => {
    const id = randomUUID();
    await storeInstance(open(), id, 1);
    expect(await commit(itemOf(id, 0, { lifecycle: 'other' }))).toHaveLength(1);
    expect(await open().loadInstance(keyOf(id))).toMatchObject({ version: 1 });
    expect(await open().loadInstance({ lifecycle: 'other', instanceId: id })).toMatchObject({
      version: 0,
    });
  });

  describe('what is unique', () => {
    const uniques = [
      { what: 'event id', constraint: 'events_event_id', again: () => ({ eventId: randomUUID() }) },
      { what: 'command id', constraint: 'events_command_id', again: () => ({ commandId: 'c-1' }) },
      { what: 'fact key', constraint: 'events_fact_key', again: () => ({ factKey: 'Moved:1' }) },
    ];

    it.each(uniques)(
      'the same $what a second time fails, and leaves its instance and its neighbour as they were',
      async ({ constraint, again }) => {
        const changes = again();
        const [id = '', neighbour = ''] = idsIn(open(), 1, 2);
        await storeInstance(open(), id);
        await storeInstance(open(), neighbour);
        const [last] = await commit(itemOf(id, 1, changes));
        const before = [await tellAll(open(), id), await tellAll(open(), neighbour)];
        expect(await failureOf(commit(itemOf(neighbour, 1), itemOf(id, 2, changes)))).toEqual({
          fault: 'unique',
          constraint,
        });
        expect([await tellAll(open(), id), await tellAll(open(), neighbour)]).toEqual(before);
        const [next] = await commit(itemOf(id, 2));
        expect(next?.feedOffset).toBe((last?.feedOffset ?? 0) + 1);
      },
    );

    it('an event id is unique everywhere, also in another partition', async () => {
      const eventId = randomUUID();
      const [here = ''] = idsIn(open(), 0, 1);
      const [there = ''] = idsIn(open(), 1, 1);
      await commit(itemOf(here, 0, { eventId }));
      expect(await failureOf(commit(itemOf(there, 0, { eventId })))).toMatchObject({
        fault: 'unique',
      });
      expect(await open().loadInstance(keyOf(there))).toBeNull();
      expect(await open().findEvent(eventId)).toMatchObject({ instanceId: here, sequence: 0 });
    });

    it('command ids and facts are an instance’s own: another one may have the same', async () => {
      const [one = '', other = ''] = idsIn(open(), 0, 2);
      const changes = { commandId: '1', factKey: 'Opened:1' };
      expect(await commit(itemOf(one, 0, changes), itemOf(other, 0, changes))).toHaveLength(2);
      expect(await open().findCommand(keyOf(other), '1')).toMatchObject({ instanceId: other });
      expect(await open().findFact(keyOf(one), 'Opened:1')).toMatchObject({ instanceId: one });
      expect(await open().findFact(keyOf(one), 'Opened:2')).toBeNull();
    });
  });

  it('text that the database cannot hold fails as a fault of the item, and nothing is stored', async () => {
    const [id = '', neighbour = ''] = idsIn(open(), 0, 2);
    const poisoned = itemOf(id, 0, { payload: { text: 'NUL \0' } });
    expect(await failureOf(commit(poisoned, itemOf(neighbour, 0)))).toMatchObject({
      fault: 'other',
    });
    expect(await open().loadInstance(keyOf(neighbour))).toBeNull();
  });

  it('a group has consecutive offsets in its order, and the next one goes on from there', async () => {
    const ids = idsIn(open(), 2, 128);
    const first = await commit(...ids.map((id) => itemOf(id, 0)));
    const second = await commit(...ids.map((id) => itemOf(id, 1)));
    const offsets = [...first, ...second].map(({ feedOffset }) => feedOffset);
    expect(first.map(({ index }) => index)).toEqual(ids.map((_, index) => index));
    expect(offsets).toEqual(offsets.map((_, place) => (offsets[0] ?? 0) + place));
  });

  it('an empty group stores nothing, and there is no partition beyond the last', async () => {
    expect(await open().commit(0, [])).toEqual([]);
    await expect(open().commit(open().partitions, [])).rejects.toThrow(RangeError);
  });

  it('time never runs backwards in a history, and is the instance’s own time', async () => {
    const id = randomUUID();
    await storeInstance(open(), id, 9);
    const { row, history } = await tellAll(open(), id);
    const times = history.map(({ recordedAt }) => recordedAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.every(Number.isInteger)).toBe(true);
    expect([row?.createdAt, row?.updatedAt]).toEqual([times[0], times.at(-1)]);
  });
};
