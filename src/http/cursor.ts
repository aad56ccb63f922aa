/** Keyset cursors: opaque to callers, bound to the list they go on with, checked when they come back. */
import type { ZodType } from 'zod';
import { hashJson } from '../kernel/hash.ts';
import type { Json } from '../kernel/json.ts';
import { invalid } from './problem.ts';

/** `list`: what the cursor goes on with, collection and filter; it is of no use elsewhere. */
export const toCursor = (position: Json, list: Json): string =>
  Buffer.from(JSON.stringify([position, hashJson(list)])).toString('base64url');

/** @throws Problem INVALID_REQUEST */
export const fromCursor = <T>(shape: ZodType<T>, cursor: string, list: Json): T => {
  const sealed = readJson(Buffer.from(cursor, 'base64url').toString());
  const [position, sealOf] = Array.isArray(sealed) ? (sealed as unknown[]) : [];
  const parsed = shape.safeParse(position);
  if (!parsed.success || sealOf !== hashJson(list))
    throw invalid([{ path: 'after', message: 'not a `next` of this list' }]);
  return parsed.data;
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};
