/** Tells those in this process who follow along what was committed, after it was. */
import type { EventRecord } from '../store/port.ts';
import type { Instance } from './instance.ts';

export interface Change {
  readonly record: EventRecord;
  /** The instance after the event. */
  readonly instance: Instance;
}

type Follower = (change: Change) => void;

export class Publisher {
  readonly #followers = new Set<Follower>();

  /** Answers how to stop following. A follower must not throw and must not wait. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  publish(change: Change): void {
    for (const follower of this.#followers) follower(change);
  }
}
