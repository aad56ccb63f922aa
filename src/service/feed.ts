/**
 * Every accepted event, each once and an instance's in their order, for whoever follows
 * along. A follower's position is the last offset it knows of each partition. Offsets have
 * no holes and become visible in order, so what lies behind a position is all there is:
 * nothing can appear before it later. The signal of this process only wakes; what other
 * processes commit is found by asking again.
 */
import type { EventRecord, FeedFilter, FeedSlice, Store } from '../store/port.ts';
import { Bell } from './bell.ts';
import type { Publisher } from './publisher.ts';

export type { FeedFilter } from '../store/port.ts';

/** By partition, the last offset that is known. */
export type Position = readonly number[];

export interface FeedItem {
  readonly record: EventRecord;
  /** Where a follower stands that knows this item and those before it. */
  readonly position: Position;
}

export interface FeedPage {
  readonly items: readonly FeedItem[];
  /** Behind the last item, and behind all that was not wanted up to there. */
  readonly next: Position;
}

export interface FeedParts {
  readonly store: Store;
  readonly publisher: Publisher;
}

const ASK_AGAIN_MS = 250;

export const startOf = ({ partitions }: Store): Position =>
  Array.from({ length: partitions }, () => 0);

/** At most about `limit` items; none if there are none yet. @throws StoreAway */
export const readFeed = async (
  { store }: FeedParts,
  from: Position,
  filter: FeedFilter,
  limit: number,
): Promise<FeedPage> => {
  const ofEach = Math.ceil(limit / store.partitions);
  const slices = await store.readFeed(from, filter, ofEach);
  const next = [...from];
  const items: FeedItem[] = [];
  for (const record of merge(slices)) {
    next[record.partition] = record.feedOffset;
    items.push({ record, position: [...next] });
  }
  for (const { partition, records, reached } of slices)
    if (records.length < ofEach) next[partition] = Math.max(next[partition] ?? 0, reached);
  return { items, next };
};

/** The partitions' events, mixed by time; each partition's own order is kept, whatever its clock did. */
function* merge(slices: readonly FeedSlice[]): Generator<EventRecord> {
  const rest = slices.map(({ records }) => records.toReversed());
  const timeOf = (records: readonly EventRecord[]): number =>
    records.at(-1)?.recordedAt ?? Infinity;
  for (;;) {
    const next = rest.toSorted((a, b) => timeOf(a) - timeOf(b))[0]?.pop();
    if (next === undefined) return;
    yield next;
  }
}

/**
 * Pages as they come, for ever, each read when the one before is done with: a follower
 * that is slow is behind, and nothing piles up for it. Ends with the signal.
 */
export async function* followFeed(
  parts: FeedParts,
  from: Position,
  filter: FeedFilter,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<FeedPage, void> {
  const bell = new Bell();
  const stop = parts.publisher.follow(() => bell.ring());
  signal.addEventListener('abort', () => bell.ring());
  try {
    let position = from;
    while (!signal.aborted) {
      bell.still();
      const page = await readFeed(parts, position, filter, limit);
      if (page.next.some((offset, partition) => offset !== position[partition])) yield page;
      else await bell.heard(ASK_AGAIN_MS);
      position = page.next;
    }
  } finally {
    stop();
  }
}
