/** Gives the writers of one instance their turns, one after the other, in the order in which they came. */
export class Mailbox {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` when everything before it under the same key has ended. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    let resolve = (): void => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    this.#last.set(key, promise);
    try {
      await before;
      return await work();
    } finally {
      resolve();
      if (this.#last.get(key) === promise) this.#last.delete(key);
    }
  }
}
