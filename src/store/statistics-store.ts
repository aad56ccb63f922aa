/** The part of the store that a follower's checkpoint and the statistics are. */
import type { Row } from './driver.ts';
import type { RefusalCount, StatusStatistics, Store } from './port.ts';

type Ask = (name: string, ...values: readonly unknown[]) => Promise<Row[]>;

export const statisticsStore = (
  ask: Ask,
  partitions: number,
): Pick<
  Store,
  | 'readCheckpoints'
  | 'readFeedHeads'
  | 'applyStatistics'
  | 'clearStatistics'
  | 'readStatistics'
  | 'countRefusals'
> => ({
  async readCheckpoints(follower) {
    let rows = await ask('read-checkpoints', follower);
    if (rows.length < partitions) {
      await ask('start-follower', follower);
      rows = await ask('read-checkpoints', follower);
    }
    return rows.map((row) => Number(row['through_offset']));
  },
  async readFeedHeads() {
    return (await ask('read-feed-heads')).map((row) => Number(row['reached']));
  },
  async applyStatistics(follower, partition, from, to) {
    await ask('apply-statistics', partition, follower, from, to);
  },
  async clearStatistics(follower) {
    await ask('clear-statistics', follower);
  },
  async readStatistics() {
    return (await ask('read-statistics')).map(fromStatisticsRow);
  },
  async countRefusals() {
    return (await ask('count-refusals')).map(fromRefusalCountRow);
  },
});

const fromStatisticsRow = (row: Row): StatusStatistics => ({
  lifecycle: String(row['lifecycle']),
  status: String(row['status']),
  present: Number(row['present']),
  departed: Number(row['departed']),
  spentMs: Number(row['spent_ms']),
});

const fromRefusalCountRow = (row: Row): RefusalCount => ({
  lifecycle: String(row['lifecycle']),
  reason: String(row['reason']),
  times: Number(row['times']),
});
