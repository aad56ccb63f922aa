/**
 * JSON that can be kept unaltered: well-formed UTF-8, no number that a double changes,
 * no text that the database cannot hold, no depth that hurts. Everything else is refused
 * here, before it can change anything.
 */
import type { Json } from '../kernel/json.ts';
import { invalid, Problem } from './problem.ts';

export const MAX_DEPTH = 64;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws Problem MALFORMED_JSON or INVALID_REQUEST */
export const parseStrictJson = (bytes: Uint8Array): Json => {
  let text: string;
  let value: Json;
  try {
    text = decoder.decode(bytes);
    value = JSON.parse(text) as Json;
  } catch (cause) {
    throw new Problem(
      'MALFORMED_JSON',
      cause instanceof SyntaxError
        ? `The body is not JSON: ${cause.message}`
        : 'The body is not UTF-8.',
    );
  }
  if (MAY_VANISH.test(text)) checkVanishing(text);
  check(value, '', 1);
  return value;
};

/** Only a number as small as this can become 0. */
const MAY_VANISH = /e-\d{3}|\.0{300}/iu;
const TEXT = /"(?:[^"\\]+|\\.)*"/gu;
const NUMBER = /-?\d[\d.]*(?:e[+-]?\d+)?/giu;

/** `JSON.parse` turns what is too small for a double into 0. */
const checkVanishing = (text: string): void => {
  const numbers = text.replaceAll(TEXT, '').match(NUMBER) ?? [];
  const vanished = numbers.find(
    (number) => Number(number) === 0 && /[1-9]/u.test(number.split(/e/iu)[0] ?? ''),
  );
  if (vanished !== undefined)
    throw invalid([
      { path: '', message: `${vanished.slice(0, 40)} is too small and would become 0` },
    ]);
};

const check = (value: Json, path: string, depth: number): void => {
  if (typeof value === 'number') return checkNumber(value, path);
  if (typeof value === 'string') return checkText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH)
    throw invalid([{ path: '', message: `nested deeper than ${MAX_DEPTH} levels` }]);
  for (const [key, inner] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`;
    checkText(key, place);
    check(inner, place, depth + 1);
  }
  return undefined;
};

const checkNumber = (value: number, path: string): void => {
  if (!Number.isFinite(value)) throw invalid([{ path, message: 'a number that is not finite' }]);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw invalid([{ path, message: 'a whole number outside ±(2^53-1), which would be altered' }]);
};

const checkText = (value: string, path: string): void => {
  if (value.includes('\0')) throw invalid([{ path, message: 'text with a NUL character' }]);
  if (!value.isWellFormed())
    throw invalid([{ path, message: 'text with half of a surrogate pair' }]);
};
