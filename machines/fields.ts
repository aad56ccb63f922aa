/** The kinds of field that events and commands are made of, each with its limits. */
import { z } from 'zod';
import type { Json } from '../src/kernel/json.ts';

export { id } from '../src/kernel/ids.ts';

/** Free text for people: devices, rules, reasons. */
export const name = z
  .string()
  .min(1)
  .max(1024)
  // oxlint-disable-next-line no-control-regex -- control characters are what it keeps out
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/u, 'no control characters');

export const flag = z.boolean();

/** A whole number, 0 or more, up to 2^53-1. */
export const count = z.int().min(0);

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const epochMs = z.int().min(0).max(8_640_000_000_000_000);

/** A span of milliseconds, a year at most. */
export const spanMs = z.int().min(0).max(31_536_000_000);

/** 64 hex digits; upper case is taken and stored as lower case. */
export const sha256 = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, '64 hex digits')
  .toLowerCase();

/** Any JSON that the service keeps but does not read, and so does not copy: a copy may lose a key such as `__proto__`. */
export const opaque = z.unknown() as z.ZodType<Json, Json>;

/** RFC 3339 date and time, whose digits past the millisecond are cut off. */
const INSTANT = /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/;
const ABSENT = '0001-01-01T00:00:00.000Z';

const toUtc = (text: string): string | null => {
  const [, seconds, fraction = '', zone] = INSTANT.exec(text) ?? [];
  if (seconds === undefined || zone === undefined) return null;
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const date = new Date(`${seconds}.${millis}${zone}`.toUpperCase());
  if (Number.isNaN(date.getTime()) || !isRealDate(seconds)) return null;
  const utc = date.toISOString();
  return utc.length === ABSENT.length ? utc : null;
};

/** `Date` takes 30 February for 2 March. */
const isRealDate = (seconds: string): boolean =>
  new Date(`${seconds.toUpperCase()}Z`).getUTCDate() === Number(seconds.slice(8, 10));

/** An instant, given in any offset and precision, kept in UTC with milliseconds. */
export const instant = z.string().transform((text, context) => {
  const utc = toUtc(text);
  if (utc !== null && utc !== ABSENT) return utc;
  context.addIssue({
    code: 'custom',
    message: 'an RFC 3339 instant, such as 2026-01-31T12:00:00Z',
  });
  return z.NEVER;
});

/** The same where it may be left out; `0001-01-01T00:00:00Z` is how some senders leave it out. */
export const optionalInstant = z
  .string()
  .transform((text, context) => {
    const utc = toUtc(text);
    if (utc !== null) return utc === ABSENT ? undefined : utc;
    context.addIssue({
      code: 'custom',
      message: 'an RFC 3339 instant, such as 2026-01-31T12:00:00Z',
    });
    return z.NEVER;
  })
  .optional();
