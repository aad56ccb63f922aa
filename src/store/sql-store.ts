/** The store port in SQL, the same for both engines. Owns no rule: it asks, and the database answers. */
import { placeOf } from '../kernel/hash.ts';
import type { Driver, Querier, Row } from './driver.ts';
import { migrate } from './migrate.ts';
import type { EventRecord, InstanceKey, Store } from './port.ts';
import {
  fromEventRow,
  fromInstanceRow,
  fromQuarantineRow,
  fromRefusalRow,
  toCommitColumns,
  toFeedSlices,
  toRefusalRow,
} from './rows.ts';
import { statisticsStore } from './statistics-store.ts';
import { statement } from './statements.ts';

const DEFAULT_PARTITIONS = 4;

/** @throws StoreAway, ForeignDatabase */
export const openSqlStore = async (
  driver: Driver,
  wantedPartitions = DEFAULT_PARTITIONS,
): Promise<Store> => {
  const { partitions, epoch } = await migrate(driver, wantedPartitions);
  const partitionOf = (instanceId: string): number => placeOf(instanceId, partitions);
  const committers: readonly Querier[] = Array.from({ length: partitions }, () =>
    driver.dedicated(),
  );
  const ask = (name: string, ...values: readonly unknown[]): Promise<Row[]> =>
    driver.query(statement(name), values);
  const place = ({ lifecycle, instanceId }: InstanceKey): [number, string, string] => [
    partitionOf(instanceId),
    lifecycle,
    instanceId,
  ];
  const event = async (rows: Promise<Row[]>): Promise<EventRecord | null> => {
    const [row] = await rows;
    return row === undefined ? null : fromEventRow(row);
  };
  return {
    partitions,
    epoch,
    partitionOf,
    async commit(partition, items) {
      const committer = committers[partition];
      if (committer === undefined) throw new RangeError(`there is no partition ${partition}`);
      const values = [partition, ...toCommitColumns(items)];
      const rows = await committer.query(statement('commit'), values);
      return rows.map((row) => ({
        index: Number(row['n']),
        recordedAt: Number(row['recorded_at']),
        feedOffset: Number(row['feed_offset']),
      }));
    },
    async loadInstance(key) {
      const [row] = await ask('load-instance', ...place(key));
      return row === undefined ? null : fromInstanceRow(row);
    },
    async listInstances({ lifecycle, status, where, after, limit }) {
      const rows = await ask(
        'list-instances',
        lifecycle,
        status,
        where === null ? null : JSON.stringify(where),
        after?.createdAt ?? null,
        after?.instanceId ?? null,
        limit,
      );
      return rows.map(fromInstanceRow);
    },
    findEvent: (eventId) => event(ask('find-event', eventId)),
    findCommand: (key, commandId) => event(ask('find-command', ...place(key), commandId)),
    findFact: (key, factKey) => event(ask('find-fact', ...place(key), factKey)),
    async readHistory(key, after, limit) {
      return (await ask('read-history', ...place(key), after, limit)).map(fromEventRow);
    },
    async readFeed(after, filter, limit) {
      const places = after.map((offset, partition) => ({ partition, after: offset }));
      const asked = [JSON.stringify(places), limit, filter.lifecycle, filter.type];
      return toFeedSlices(await ask('read-feed', ...asked));
    },
    ...statisticsStore(ask, partitions),
    async recordRefusals(refusals) {
      const rows = refusals.map((refusal) =>
        toRefusalRow(refusal, partitionOf(refusal.instanceId)),
      );
      await ask('record-refusals', JSON.stringify(rows));
    },
    async readRefusals(key, after, limit) {
      return (await ask('read-refusals', ...place(key), after, limit)).map(fromRefusalRow);
    },
    forgetRefusals: async (days) => void (await ask('forget-refusals', days)),
    async setAside(delivery) {
      await ask(
        'set-aside',
        partitionOf(delivery.instanceId),
        delivery.quarantineId,
        delivery.lifecycle,
        delivery.instanceId,
        delivery.eventId,
        delivery.sequence,
        delivery.type,
        JSON.stringify(delivery.payload),
        delivery.reason,
        delivery.sender,
      );
    },
    async listQuarantine(after, limit) {
      return (await ask('list-quarantine', after, limit)).map(fromQuarantineRow);
    },
    async readClock() {
      const [row] = await ask('read-clock');
      return Number(row?.['now']);
    },
    tidy: () => driver.tidy(),
    close: () => driver.close(),
  };
};
