/**
 * Group commit under faults. The danger: one bad item fails its neighbours, or a
 * connection lost after the commit makes a write happen twice.
 */
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';
import { openStore } from '../../src/cli/open-store.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { Committer, defaultLimits, type CommitterLimits } from '../../src/service/committer.ts';
import { StatementFailed, StoreAway, type CommitItem, type Store } from '../../src/store/port.ts';
import { onEachEngine } from '../support/engines.ts';
import { silent, uncounted } from '../support/service.ts';
import { faulty, type Faults } from './faulty-store.ts';

let number = 0;
/** Event 0 of a new instance in partition 0, as far as the store cares. */
const newItem = (store: Store, payload: JsonObject = {}): CommitItem => {
  let instanceId: string;
  do {
    number += 1;
    instanceId = `item-${number}`;
  } while (store.partitionOf(instanceId) !== 0);
  return {
    lifecycle: 'task',
    instanceId,
    sequence: 0,
    eventId: newId(),
    type: 'TaskCreated',
    payload,
    payloadSha256: '',
    requestSha256: '',
    evidence: {},
    commandId: null,
    factKey: null,
    actor: 'test',
    lifecycleVersion: 1,
    status: 'queued',
    state: {},
  };
};

onEachEngine('the committer', (database) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(readConfig(await database()), silent);
  });
  afterAll(() => store.close());

  const committerOn = (faults: Faults, limits: Partial<CommitterLimits> = {}): Committer =>
    new Committer(
      faulty(store, faults),
      0,
      { ...defaultLimits, ...limits },
      () => Promise.resolve(),
      uncounted,
    );
  /** Submits all at once: the first goes alone, the rest gather behind it. */
  const submitAll = (committer: Committer, items: readonly CommitItem[]) =>
    Promise.allSettled(items.map((item) => committer.submit(item, 10)));
  const isStored = async ({ eventId }: CommitItem): Promise<boolean> =>
    (await store.findEvent(eventId)) !== null;

  it('gathers what waits into groups, bounded by count and by bytes', async () => {
    const sizes: number[] = [];
    const items = Array.from({ length: 21 }, () => newItem(store));
    const before = (group: readonly CommitItem[]): void => void sizes.push(group.length);
    await submitAll(committerOn({ before }, { groupItems: 8 }), items);
    expect(sizes).toEqual([1, 8, 8, 4]);
    sizes.length = 0;
    const more = Array.from({ length: 7 }, () => newItem(store));
    await submitAll(committerOn({ before }, { groupBytes: 3 * 2_100 }), more);
    expect(sizes).toEqual([1, 3, 3]);
  });

  it('fails a poisoned item alone, wherever it stands in its group', async () => {
    for (const place of [0, 7, 15]) {
      const items = Array.from({ length: 16 }, () => newItem(store));
      // A number that no column takes: the database itself refuses the statement.
      items[place] = { ...newItem(store), lifecycleVersion: 2 ** 40 };
      const outcomes = await submitAll(committerOn({}), [newItem(store), ...items]);
      expect(
        outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
      ).toEqual([place + 1]);
      expect(await Promise.all(items.map(isStored))).toEqual(
        items.map((_, index) => index !== place),
      );
    }
  });

  it('passes over an item whose event id is taken, and stores its neighbours', async () => {
    const taken = newItem(store);
    await submitAll(committerOn({}), [taken]);
    const items = Array.from({ length: 8 }, () => newItem(store));
    items[3] = { ...newItem(store), eventId: taken.eventId };
    const outcomes = await submitAll(committerOn({}), [newItem(store), ...items]);
    const placements = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value !== null : 'failed',
    );
    expect(placements).toEqual([true, true, true, true, false, true, true, true, true]);
  });

  it('tries a transient fault again until it is stored', async () => {
    let faults = 3;
    const before = (): void => {
      faults -= 1;
      if (faults >= 0) throw new StatementFailed('transient', null, null);
    };
    const item = newItem(store);
    const [outcome] = await submitAll(committerOn({ before }), [item]);
    expect(outcome?.status).toBe('fulfilled');
    expect(await isStored(item)).toBe(true);
  });

  it('stores an item once when the connection is lost after its commit', async () => {
    let losses = 1;
    const after = (): void => {
      losses -= 1;
      if (losses >= 0) throw new StoreAway(true, null);
    };
    const item = newItem(store);
    const outcomes = await submitAll(committerOn({ after }), [item]);
    // Passed over by the second try, since the first one went through: its id tells.
    expect(outcomes).toEqual([{ status: 'fulfilled', value: null }]);
    const key = { lifecycle: 'task', instanceId: item.instanceId };
    expect(await store.readHistory(key, -1, 10)).toHaveLength(1);
  });

  it('says that it cannot know when the connection stays lost, and that nothing was done when it never was there', async () => {
    const lost = (maybeDone: boolean) => () => {
      throw new StoreAway(maybeDone, null);
    };
    const [unknown] = await submitAll(committerOn({ after: lost(true) }), [newItem(store)]);
    expect(unknown).toMatchObject({ status: 'rejected', reason: { maybeDone: true } });
    const [away] = await submitAll(committerOn({ before: lost(false) }), [newItem(store)]);
    expect(away).toMatchObject({ status: 'rejected', reason: { maybeDone: false } });
  });

  it('turns away what does not fit its queue, with nothing done', async () => {
    const items = Array.from({ length: 6 }, () => newItem(store));
    const outcomes = await submitAll(committerOn({}, { queueItems: 3 }), items);
    const names = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? 'stored' : (outcome.reason as Error).name,
    );
    const stored = names.filter((name) => name === 'stored').length;
    expect(stored).toBeGreaterThanOrEqual(3);
    expect(names.filter((name) => name === 'Overloaded')).toHaveLength(items.length - stored);
    expect(await Promise.all(items.map(isStored))).toEqual(names.map((name) => name === 'stored'));
  });
});
