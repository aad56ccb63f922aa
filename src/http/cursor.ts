/** Keyset cursors: opaque to callers, checked when they come back. */
import { z } from 'zod';
import { hashJson } from '../kernel/hash.ts';
import { id } from '../kernel/ids.ts';
import type { Json } from '../kernel/json.ts';
import { invalid } from './problem.ts';

const position = z.tuple([z.int().min(0).max(8_640_000_000_000_000), id, z.string()]);

export interface Position {
  readonly createdAt: number;
  readonly instanceId: string;
}

/** `list`: what the cursor goes on with, collection and filter; it is of no use elsewhere. */
export const toCursor = ({ createdAt, instanceId }: Position, list: Json): string =>
  Buffer.from(JSON.stringify([createdAt, instanceId, hashJson(list)])).toString('base64url');

/** @throws Problem INVALID_REQUEST */
export const fromCursor = (cursor: string, list: Json): Position => {
  const parsed = position.safeParse(readJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success || parsed.data[2] !== hashJson(list))
    throw invalid([{ path: 'after', message: 'not a `next` of this list' }]);
  const [createdAt, instanceId] = parsed.data;
  return { createdAt, instanceId };
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};
