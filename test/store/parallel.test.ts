/**
 * The danger: several processes commit to one partition at once. If each takes its
 * offsets before it has its turn, two get the same ones, or a rolled-back one leaves a
 * hole, and a follower that reads "after offset n" misses an event for ever. And a writer
 * that lost its version must not be told that it was stored. So: several stores on one
 * database, groups drawn by seed over instances that all of them write, versions known
 * only as far as each store has seen them.
 */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Driver } from '../../src/store/driver.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqlStore } from '../../src/store/sql-store.ts';
import { randomOf, type Random } from '../race/random.ts';
import { onEachEngine } from '../support/engines.ts';
import { newDrivers, rowsOf } from './drivers.ts';
import { idsIn, itemOf, keyOf } from './items.ts';

const STORES = 3;
const GROUPS = 40;
const INSTANCES = 12;
const GROUP_MAX = 6;

interface Reported {
  readonly partition: number;
  readonly eventId: string;
  readonly instanceId: string;
  readonly sequence: number;
  readonly feedOffset: number;
}

/** One store's commits to one partition, one after the other. */
const lane = async (
  store: Store,
  partition: number,
  ids: readonly string[],
  random: Random,
): Promise<Reported[]> => {
  const seen = new Map<string, number>();
  const reported: Reported[] = [];
  for (let group = 0; group < GROUPS; group += 1) {
    const chosen = random.some(ids, 1 + random.below(GROUP_MAX));
    const items = chosen.map((id) => itemOf(id, (seen.get(id) ?? -1) + 1));
    const stored = new Map(
      (await store.commit(partition, items)).map(({ index, feedOffset }) => [index, feedOffset]),
    );
    for (const [index, { eventId, instanceId, sequence }] of items.entries()) {
      const feedOffset = stored.get(index);
      if (feedOffset === undefined)
        seen.set(instanceId, (await store.loadInstance(keyOf(instanceId)))?.version ?? -1);
      else {
        seen.set(instanceId, sequence);
        reported.push({ partition, eventId, instanceId, sequence, feedOffset });
      }
    }
  }
  return reported;
};

onEachEngine(`${STORES} stores that commit to the same partitions at once`, (newDatabase) => {
  const seed = randomInt(2 ** 31);
  let drivers: readonly Driver[];
  let reported: Reported[];
  let rows: Reported[];
  beforeAll(async () => {
    drivers = await newDrivers(newDatabase, STORES);
    const stores = await Promise.all(drivers.map((driver) => openSqlStore(driver)));
    const [{ partitions } = { partitions: 0 }] = stores;
    const lanes = Array.from({ length: partitions }, (_, partition) => {
      const [store] = stores;
      const ids = store === undefined ? [] : idsIn(store, partition, INSTANCES);
      return stores.map((each, n) =>
        lane(each, partition, ids, randomOf(seed + 100 * n + partition)),
      );
    });
    reported = (await Promise.all(lanes.flat())).flat();
    const [driver] = drivers;
    const found =
      driver === undefined
        ? []
        : await rowsOf(driver, 'SELECT * FROM events ORDER BY partition, feed_offset');
    rows = found.map((row) => ({
      partition: Number(row['partition']),
      eventId: String(row['event_id']),
      instanceId: String(row['instance_id']),
      sequence: Number(row['sequence']),
      feedOffset: Number(row['feed_offset']),
    }));
  });
  afterAll(() => Promise.all([...new Set(drivers)].map((driver) => driver.close())));

  it(`store what they report, at the offset they report, and nothing else (seed ${seed})`, () => {
    const place = ({ partition, feedOffset }: Reported): number => partition * 1e9 + feedOffset;
    expect(reported.length).toBeGreaterThan(STORES * GROUPS);
    expect(reported.toSorted((a, b) => place(a) - place(b))).toEqual(rows);
  });

  it(`leave offsets without a hole in every partition, and the head behind the last (seed ${seed})`, async () => {
    const [driver] = drivers;
    const heads = driver === undefined ? [] : await rowsOf(driver, 'SELECT * FROM feed_heads');
    for (const head of heads) {
      const offsets = rows
        .filter(({ partition }) => partition === Number(head['partition']))
        .map(({ feedOffset }) => feedOffset);
      expect(offsets).toEqual(offsets.map((_, index) => index + 1));
      expect(Number(head['next_offset'])).toBe(offsets.length + 1);
    }
    expect(heads.length).toBeGreaterThan(0);
  });

  it(`leave every instance’s events in the feed in the order of its history (seed ${seed})`, () => {
    const instances = [...new Set(rows.map(({ instanceId }) => instanceId))];
    for (const id of instances) {
      const history = rows.filter(({ instanceId }) => instanceId === id);
      expect(history.map(({ sequence }) => sequence)).toEqual(history.map((_, index) => index));
    }
    expect(instances.length).toBeGreaterThan(INSTANCES);
  });
});
