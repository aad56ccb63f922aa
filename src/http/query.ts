/** Numbers and text in query strings. */
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
/** The same for the document, where it is a number. */
export const limitShape = z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT);

/** Text that the database can be asked with. */
export const queryText = z
  .string()
  .max(1_024)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'text with a NUL character');

export const sequenceQuery = queryInteger(0, Number.MAX_SAFE_INTEGER);
