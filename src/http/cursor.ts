/** Keyset cursors: opaque to callers, checked when they come back. */
import { z } from 'zod';
import { invalid } from './problem.ts';

const position = z.tuple([z.int().min(0).max(8_640_000_000_000_000), z.string().max(200)]);

export interface Position {
  readonly createdAt: number;
  readonly instanceId: string;
}

export const toCursor = (createdAt: number, instanceId: string): string =>
  Buffer.from(JSON.stringify([createdAt, instanceId])).toString('base64url');

/** @throws Problem INVALID_REQUEST */
export const fromCursor = (cursor: string): Position => {
  try {
    const [createdAt, instanceId] = position.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
    return { createdAt, instanceId };
  } catch {
    throw invalid([{ path: 'after', message: 'not a `next` of this list' }]);
  }
};
