/** How many instances are in which status, how long they stay there, and what is refused. */
import type { RefusalCount, StatusStatistics, Store } from '../store/port.ts';
import type { Projection } from './follower.ts';

export const STATISTICS = 'statistics';

export const statistics = (store: Store): Projection => ({
  name: STATISTICS,
  apply: (partition, from, to) => store.applyStatistics(STATISTICS, partition, from, to),
});

export interface Statistics {
  readonly statuses: readonly StatusStatistics[];
  readonly refusals: readonly RefusalCount[];
  /** Events that are stored and not counted yet. */
  readonly behind: number;
}

/** @throws StoreAway */
export const readStatistics = async (store: Store): Promise<Statistics> => {
  const known = await store.readCheckpoints(STATISTICS);
  const reached = await store.readFeedHeads();
  const behind = reached.map((head, partition) => Math.max(0, head - (known[partition] ?? 0)));
  return {
    statuses: await store.readStatistics(),
    refusals: await store.countRefusals(),
    behind: behind.reduce((sum, each) => sum + each, 0),
  };
};
