/** Keyset cursors: opaque to callers, bound to the list they go on with, checked when they come back. */
import type { ZodType } from 'zod';
import { hashJson } from '../kernel/hash.ts';
import type { Json } from '../kernel/json.ts';
import { invalid } from './problem.ts';

export interface Cursors<T extends Json> {
  write(position: T): string;
  /** @throws Problem INVALID_REQUEST */
  read(cursor: string): T;
}

/** `list`: what the cursors go on with, collection and filter; they are of no use elsewhere. */
export const cursorsOf = <T extends Json>(list: Json, shape: ZodType<T>): Cursors<T> => {
  const seal = hashJson(list);
  return {
    write: (position) => Buffer.from(JSON.stringify([position, seal])).toString('base64url'),
    read(cursor) {
      const sealed = readJson(Buffer.from(cursor, 'base64url').toString());
      const [position, sealOf] = Array.isArray(sealed) ? (sealed as unknown[]) : [];
      const parsed = shape.safeParse(position);
      if (!parsed.success || sealOf !== seal)
        throw invalid([{ path: 'after', message: 'not a `next` of this list' }]);
      return parsed.data;
    },
  };
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};
