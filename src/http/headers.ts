/** Versions and ids in headers: strong ETags, If-Match, If-None-Match, Idempotency-Key. */
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { id } from '../kernel/ids.ts';
import { invalid, Problem } from './problem.ts';
import type { Route } from './route.ts';

/** A request, as far as its headers are asked; a line of a bulk delivery has none. */
export interface WithHeaders {
  readonly headers: IncomingHttpHeaders;
}

export const etagOf = (version: number): string => `"${version}"`;

const STRONG = /^"(0|[1-9]\d{0,15})"$/;
const WEAK = /^W\/"/;

/** What an If-Match says: nothing, a version, or something that can never match. */
export type Match =
  | { readonly kind: 'none' }
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'never' };

/** `*` names no version and counts as nothing said. @throws Problem for what is not an entity tag */
export const ifMatch = (request: WithHeaders): Match => {
  const header = request.headers['if-match']?.trim();
  if (header === undefined || header === '*') return { kind: 'none' };
  if (WEAK.test(header)) return { kind: 'never' };
  const version = STRONG.exec(header)?.[1];
  if (version !== undefined) return { kind: 'version', version: Number(version) };
  if (/^"[^"]*"$/.test(header)) return { kind: 'never' };
  throw invalid([{ path: 'If-Match', message: 'one version in quotes is expected, such as "7"' }]);
};

/** The version a reader has seen; a tag that is none of ours is one it has not. */
export const ifNoneMatch = (request: WithHeaders): number | null => {
  const header = request.headers['if-none-match']?.trim() ?? '';
  const version = STRONG.exec(header.replace(WEAK, '"'))?.[1];
  return version === undefined ? null : Number(version);
};

/** The command id: from the header (quoted or bare), the body, or both if they agree. @throws Problem */
export const commandIdOf = (request: WithHeaders, inBody: string | undefined): string | null => {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return inBody ?? null;
  const key = String(header)
    .trim()
    .replace(/^"(.*)"$/, '$1');
  const result = id.safeParse(key);
  if (!result.success)
    throw invalid([
      { path: 'Idempotency-Key', message: result.error.issues[0]?.message ?? 'not an id' },
    ]);
  if (inBody !== undefined && inBody !== key)
    throw new Problem(
      'PRECONDITIONS_DISAGREE',
      'Idempotency-Key and commandId name different ids.',
    );
  return key;
};

/** Headers that make a write depend on something. */
const CONDITIONS = [
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Unmodified-Since',
];

/** A write whose condition would be overlooked is not done. */
export const takeNoOtherConditions = ({ parameters = [] }: Route): RequestHandler => {
  const taken = new Set(parameters.map(({ name }) => name));
  const others = CONDITIONS.filter((name) => !taken.has(name)).map((name) => ({
    name,
    key: name.toLowerCase(),
  }));
  return (request, _response, next) => {
    const faults = others
      .filter(({ key }) => request.headers[key] !== undefined)
      .map(({ name }) => ({ path: name, message: 'is not taken here' }));
    if (faults.length > 0) throw invalid(faults);
    next();
  };
};
