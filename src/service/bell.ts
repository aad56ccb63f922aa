/** Wakes one who waits. Rings are not counted: one is as good as many, and one before the waiting is heard. */
export class Bell {
  #rang = false;
  #wake = (): void => {};

  ring(): void {
    this.#rang = true;
    this.#wake();
  }

  /** Forgets the rings so far: what they told of is looked for now. */
  still(): void {
    this.#rang = false;
  }

  /** Ends at the next ring, or after a while. */
  async heard(ms: number): Promise<void> {
    if (this.#rang) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
