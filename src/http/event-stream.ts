/**
 * The feed as server-sent events. The id of each event is the cursor behind it, so that a
 * follower who lost the connection goes on with `Last-Event-ID`. A page is read when the
 * one before was taken; a follower who takes nothing for a while is cut off, and knows by
 * its last id where it was.
 */
import { once } from 'node:events';
import type { Response } from 'express';
import type { FeedFilter, FeedPage, Position } from '../service/feed.ts';
import { StoreAway } from '../service/outcome.ts';
import { feedEventView } from '../service/reading.ts';
import type { Service } from '../service/service.ts';
import { ok } from './statuses.ts';

const PAGE = 200;
const RETRY_MS = 1_000;
/** Longer than that, and something between here and there takes the connection for dead. */
const SIGN_OF_LIFE_MS = 15_000;
const PATIENCE_MS = 30_000;

type ToCursor = (position: Position) => string;

const toText = ({ items, next }: FeedPage, toCursor: ToCursor): string => {
  const blocks = items.map(
    ({ record, position }) =>
      `id: ${toCursor(position)}\ndata: ${JSON.stringify(feedEventView(record))}\n\n`,
  );
  // Without data it is no event to a browser; it only moves its last id on.
  const last = toCursor(items.at(-1)?.position ?? []);
  const moved = toCursor(next);
  return `${blocks.join('')}${moved === last ? '' : `id: ${moved}\n\n`}`;
};

/** Ends when the follower is gone or the service stops; breaks off when the database is away. */
export const streamFeed = async (
  service: Service,
  from: Position,
  filter: FeedFilter,
  toCursor: ToCursor,
  response: Response,
  stopping: AbortSignal,
): Promise<void> => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const signal = AbortSignal.any([stopping, gone.signal]);
  response.status(ok).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  const beating = setInterval(() => {
    if (!response.writableNeedDrain) response.write(':\n\n');
  }, SIGN_OF_LIFE_MS).unref();
  try {
    for await (const page of service.followFeed(from, filter, PAGE, signal)) {
      if (!response.write(toText(page, toCursor))) await taken(response, signal);
      if (gone.signal.aborted) break;
    }
    response.end();
  } catch (error) {
    // The head is sent, so that nothing can be said any more: the follower comes back with its last id.
    response.destroy();
    if (!(error instanceof StoreAway) && !isAbort(error)) throw error;
  } finally {
    clearInterval(beating);
  }
};

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Ends when the follower has taken what was written. @throws AbortError once patience is over */
const taken = async (response: Response, signal: AbortSignal): Promise<void> => {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  await once(response, 'drain', { signal: patience });
};
