/**
 * A follower of the feed with a memory: it works the events of each partition into what it
 * keeps, and how far it has come is kept with it. It may be given the same events again,
 * after a crash or beside another process, so what it does with a partition's events from
 * one offset to the next must count once. Where it fails, history goes on without it, and
 * it tries again; it never asks anything of the instances.
 */
import type { Store } from '../store/port.ts';
import { Bell } from './bell.ts';
import type { Log } from './parts.ts';
import type { Publisher } from './publisher.ts';

export interface Projection {
  /** Under which its checkpoints are kept. */
  readonly name: string;
  /**
   * Works a partition's events behind `from` up to `to` in and moves the checkpoint there,
   * as one atomic unit; does nothing if it is elsewhere: another process was faster.
   */
  apply(partition: number, from: number, to: number): Promise<void>;
}

export interface FollowerParts {
  readonly store: Store;
  readonly publisher: Publisher;
  readonly log: Log;
}

const STEP = 5_000;
/** It does not run after every event, or it would cost as much as the event. */
const PACE_MS = 500;
const ASK_AGAIN_MS = 2_000;

/** One step in every partition; answers how many events are left. @throws StoreAway and what `apply` throws */
export const catchUp = async (store: Store, projection: Projection): Promise<number> => {
  const known = await store.readCheckpoints(projection.name);
  const reached = await store.readFeedHeads();
  let left = 0;
  for (const [partition, from] of known.entries()) {
    const head = reached[partition] ?? 0;
    const to = Math.min(head, from + STEP);
    if (to > from) await projection.apply(partition, from, to);
    left += head - to;
  }
  return left;
};

/** Follows until the answered function is called, which ends when nothing is under way any more. */
export const startFollower = (
  { store, publisher, log }: FollowerParts,
  projection: Projection,
): (() => Promise<void>) => {
  const bell = new Bell();
  const stopping = new AbortController();
  const rest = new Bell();
  const stopHearing = publisher.follow(() => bell.ring());
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      bell.still();
      const left = await catchUp(store, projection).catch((error: unknown) => {
        log.warn({ err: error, follower: projection.name }, 'a follower failed and tries again');
        return 0;
      });
      if (left > 0) continue;
      await rest.heard(PACE_MS);
      await bell.heard(ASK_AGAIN_MS);
    }
  };
  const following = follow();
  return async () => {
    stopping.abort();
    stopHearing();
    rest.ring();
    bell.ring();
    await following;
  };
};
