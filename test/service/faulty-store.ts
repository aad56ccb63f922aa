/** A real store with a thin layer that fails where a test says so, before or after the store has done its work. */
import type { CommitItem, Store } from '../../src/store/port.ts';

export interface Faults {
  /** Called with each group before it is committed; what it throws is thrown. */
  before?: (items: readonly CommitItem[]) => void;
  /** Called after the group was really committed. */
  after?: (items: readonly CommitItem[]) => void;
}

export const faulty = (store: Store, faults: Faults): Store => ({
  ...store,
  async commit(partition, items) {
    faults.before?.(items);
    const committed = await store.commit(partition, items);
    faults.after?.(items);
    return committed;
  },
});
