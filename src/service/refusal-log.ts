/**
 * Records who was refused what, and why: off the hot path, in a bounded buffer that is
 * written within a moment. What does not fit is counted. Reading writes first.
 */
import type { RefusalRecord, Store } from '../store/port.ts';

const FLUSH_MS = 250;
const BUFFERED = 5_000;
const GROUP = 500;

export class RefusalLog {
  readonly #store: Store;
  readonly #onError: (error: unknown) => void;
  #buffer: RefusalRecord[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** Refusals that were not recorded because the buffer was full or the database away. */
  overflow = 0;

  constructor(store: Store, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  get waiting(): number {
    return this.#buffer.length;
  }

  add(refusal: RefusalRecord): void {
    if (this.#buffer.length >= BUFFERED) {
      this.overflow += 1;
      return;
    }
    this.#buffer.push(refusal);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Ends when everything added so far is written, or given up and counted. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const refusals = this.#buffer;
    this.#buffer = [];
    this.#writing = this.#writing.then(() => this.#write(refusals));
    return this.#writing;
  }

  async #write(refusals: readonly RefusalRecord[]): Promise<void> {
    for (let start = 0; start < refusals.length; start += GROUP) {
      const group = refusals.slice(start, start + GROUP);
      try {
        await this.#store.recordRefusals(group);
      } catch (error) {
        this.overflow += group.length;
        this.#onError(error);
      }
    }
  }
}
