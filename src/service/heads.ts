/**
 * The newest known state of the instances in use. It may be stale: an acceptance
 * finds out when it commits, and a refusal is never answered from here.
 */
import { LRUCache } from 'lru-cache';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import type { InstanceKey, Store } from '../store/port.ts';
import { fromRow, keyOf, type Instance } from './instance.ts';

export const cacheKey = ({ lifecycle, instanceId }: InstanceKey): string =>
  `${lifecycle}/${instanceId}`;

export class Heads {
  readonly #store: Store;
  readonly #cache: LRUCache<string, Instance>;

  constructor(store: Store, max: number) {
    this.#store = store;
    this.#cache = new LRUCache({ max });
  }

  cached(key: InstanceKey): Instance | null {
    return this.#cache.get(cacheKey(key)) ?? null;
  }

  /** From the database, in a statement of its own. @throws UnreadableState, StoreAway */
  async load(lifecycle: Lifecycle, instanceId: string): Promise<Instance | null> {
    const row = await this.#store.loadInstance({ lifecycle: lifecycle.name, instanceId });
    if (row === null) return null;
    const instance = fromRow(lifecycle, row);
    this.keep(instance);
    return instance;
  }

  keep(instance: Instance): void {
    const key = cacheKey(keyOf(instance));
    const known = this.#cache.get(key);
    if (known === undefined || known.state.version <= instance.state.version)
      this.#cache.set(key, instance);
  }
}
