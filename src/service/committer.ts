/**
 * Group commit, one committer per partition.
 *
 * While a commit is under way, what becomes ready gathers in the queue; when it ends,
 * the next group is everything that waits, bounded by count and bytes. An idle
 * committer commits at once, so nobody waits for company:
 *
 *     submit ──▶ queue ──▶ group ──▶ one statement ──▶ stored: who of the group
 *                  ▲                        │
 *                  └── gathers meanwhile ───┘
 *
 * An item ends as `stored` or `passed over`. Passed over means only that this
 * statement did not store it: its version no longer held, or one of its ids is taken,
 * or an earlier try had stored it before the connection was lost. Which of these it
 * was is found out by id, in a new statement, by the one who submitted it. That also
 * makes a try after a lost connection harmless: the version it needs is gone if the
 * first try went through.
 *
 * One bad item never fails its neighbours: a statement that the database refuses is
 * tried again if the fault is transient, and otherwise cut in halves until the item
 * stands alone.
 */
import {
  StatementFailed,
  StoreAway,
  type CommitItem,
  type Committed,
  type Store,
} from '../store/port.ts';
import type { Meter } from './meter.ts';

export interface CommitterLimits {
  readonly groupItems: number;
  /** Of the payloads, roughly. */
  readonly groupBytes: number;
  readonly queueItems: number;
  /** How often a group is tried again after a transient fault or a lost connection. */
  readonly retries: number;
  /** The pause before a try after a lost connection, in milliseconds, times the number of tries. */
  readonly pauseMs: number;
}

export const defaultLimits: CommitterLimits = {
  groupItems: 128,
  groupBytes: 4 * 1024 * 1024,
  queueItems: 10_000,
  retries: 5,
  pauseMs: 200,
};

/** The queue is full; nothing was done. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

export type Placement = Omit<Committed, 'index'>;

interface Waiting {
  readonly item: CommitItem;
  readonly bytes: number;
  /** Null: passed over. */
  readonly settle: (placement: Placement | null) => void;
  readonly fail: (error: unknown) => void;
}

const ENVELOPE_BYTES = 2_048;

export class Committer {
  readonly #store: Store;
  readonly #partition: number;
  readonly #limits: CommitterLimits;
  readonly #pause: (ms: number) => Promise<void>;
  readonly #meter: Meter;
  readonly #queue: Waiting[] = [];
  #busy = false;

  constructor(
    store: Store,
    partition: number,
    limits: CommitterLimits,
    pause: (ms: number) => Promise<void>,
    meter: Meter,
  ) {
    this.#store = store;
    this.#partition = partition;
    this.#limits = limits;
    this.#pause = pause;
    this.#meter = meter;
  }

  /** Items that wait for their commit. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Where the item was stored, or null if it was passed over. `bytes`: its payload's size. @throws Overloaded, StoreAway, StatementFailed */
  submit(item: CommitItem, bytes: number): Promise<Placement | null> {
    if (this.#queue.length >= this.#limits.queueItems)
      return Promise.reject(new Overloaded('too many writes wait for this partition'));
    return new Promise((settle, fail) => {
      this.#queue.push({ item, bytes: bytes + ENVELOPE_BYTES, settle, fail });
      if (!this.#busy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#queue.length > 0) await this.#commit(this.#nextGroup());
    this.#busy = false;
  }

  #nextGroup(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const waiting of this.#queue) {
      bytes += waiting.bytes;
      if (count > 0 && (count >= this.#limits.groupItems || bytes > this.#limits.groupBytes)) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  async #commit(group: readonly Waiting[], tries = 0, maybeDone = false): Promise<void> {
    const started = performance.now();
    try {
      const stored = await this.#store.commit(
        this.#partition,
        group.map(({ item }) => item),
      );
      this.#count(group, stored, (performance.now() - started) / 1_000);
      const byIndex = new Map(stored.map((committed) => [committed.index, committed]));
      group.forEach(({ settle }, index) => {
        const committed = byIndex.get(index);
        settle(
          committed === undefined
            ? null
            : { recordedAt: committed.recordedAt, feedOffset: committed.feedOffset },
        );
      });
    } catch (error) {
      await this.#recover(group, error, tries, maybeDone);
    }
  }

  async #recover(
    group: readonly Waiting[],
    error: unknown,
    tries: number,
    maybeDone: boolean,
  ): Promise<void> {
    const mayTryAgain = tries < this.#limits.retries;
    if (error instanceof StoreAway) {
      const unknown = maybeDone || error.maybeDone;
      if (mayTryAgain) {
        await this.#pause(this.#limits.pauseMs * (tries + 1));
        return this.#commit(group, tries + 1, unknown);
      }
      return this.#fail(group, new StoreAway(unknown, error));
    }
    if (!(error instanceof StatementFailed)) return this.#fail(group, error);
    if (error.fault === 'transient')
      return mayTryAgain
        ? this.#commit(group, tries + 1, maybeDone)
        : this.#fail(group, new StoreAway(maybeDone, error));
    const [only] = group;
    if (group.length === 1 && only !== undefined) {
      if (error.fault === 'unique') only.settle(null);
      else only.fail(maybeDone ? new StoreAway(true, error) : error);
      return undefined;
    }
    const middle = Math.ceil(group.length / 2);
    await this.#commit(group.slice(0, middle), 0, maybeDone);
    return this.#commit(group.slice(middle), 0, maybeDone);
  }

  #count(group: readonly Waiting[], stored: readonly Committed[], seconds: number): void {
    this.#meter.committed(this.#partition, group.length, stored.length, seconds);
    if (stored.length > 0)
      this.#meter.reached(this.#partition, Math.max(...stored.map(({ feedOffset }) => feedOffset)));
  }

  #fail(group: readonly Waiting[], error: unknown): void {
    for (const waiting of group) waiting.fail(error);
  }
}
