/** Numbers in query strings. */
import { z } from 'zod';

const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;

export const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, 'a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export const limit = queryInteger(1, MAX_LIMIT).default(DEFAULT_LIMIT);
export const sequenceQuery = queryInteger(0, Number.MAX_SAFE_INTEGER);
