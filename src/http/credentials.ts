/**
 * Who is calling. A bearer token is known by its SHA-256 alone; its name is the actor
 * in evidence, its roles decide. Without tokens everybody is `local`, which the
 * composition root allows on loopback only.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { z } from 'zod';
import { roles, type Role } from '../kernel/lifecycle.ts';
import { Problem } from './problem.ts';

export const tokenSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^[^\p{Cc}]*$/u, 'no control characters'),
  roles: z.array(z.enum(roles)).min(1),
  /** SHA-256 of the token, 64 hex digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hex digits'),
});

export type Token = z.infer<typeof tokenSchema>;

export interface Caller {
  readonly name: string;
  readonly roles: readonly Role[];
}

const local: Caller = { name: 'local', roles };
const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i;

/** Compares with every token, so that the time taken tells nothing. */
const find = (tokens: readonly Token[], secret: string): Caller | null => {
  const hash = createHash('sha256').update(secret).digest();
  let found: Caller | null = null;
  for (const token of tokens)
    if (timingSafeEqual(hash, Buffer.from(token.sha256, 'hex'))) found = token;
  return found;
};

/** A page of another site that resolves its own name to this machine is not a local caller. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

export const isLoopbackHost = (host: string | undefined): boolean =>
  host !== undefined && LOOPBACK_HOST.test(host);

/** @throws Problem UNAUTHENTICATED or HOST_NOT_ALLOWED */
export const callerOf = (
  tokens: readonly Token[],
  headers: { readonly authorization?: string | undefined; readonly host?: string | undefined },
): Caller => {
  if (tokens.length === 0) {
    if (isLoopbackHost(headers.host)) return local;
    throw new Problem('HOST_NOT_ALLOWED', 'Without tokens the service answers on loopback only.');
  }
  const secret = BEARER.exec(headers.authorization ?? '')?.[1];
  const caller = secret === undefined ? null : find(tokens, secret);
  if (caller === null)
    throw new Problem('UNAUTHENTICATED', 'Send a known token: Authorization: Bearer …');
  return caller;
};

export const authenticate =
  (tokens: readonly Token[]): RequestHandler =>
  (request, response, next) => {
    if (tokens.length > 0) response.set('WWW-Authenticate', 'Bearer');
    response.locals['caller'] = callerOf(tokens, request.headers);
    response.removeHeader('WWW-Authenticate');
    next();
  };

export const caller = (response: Response): Caller => response.locals['caller'] as Caller;

/** @throws Problem FORBIDDEN */
export const requireRole = (
  { roles: held }: Caller,
  allowedRoles: readonly Role[],
  what: string,
): void => {
  if (held.includes('admin') || held.some((role) => allowedRoles.includes(role))) return;
  const whom = [...new Set([...allowedRoles, 'admin'])].join(', ');
  throw new Problem('FORBIDDEN', `${what} is for ${whom}.`);
};
