/** One line per request: who, what, how it ended, how long it took. Never a payload, a query or a credential. */
import type { Request, RequestHandler } from 'express';
import { id } from '../kernel/ids.ts';
import type { Log } from '../service/parts.ts';
import type { Caller } from './credentials.ts';
import { isServerFault } from './statuses.ts';

/** Most callers give none, and a schema takes long to find fault with nothing. */
const givenId = (request: Request): string | null => {
  const given = request.headers['x-request-id'];
  return given === undefined ? null : (id.safeParse(given).data ?? null);
};

export const requestLog =
  (log: Log, newId: () => string): RequestHandler =>
  (request, response, next) => {
    const started = performance.now();
    const requestId = givenId(request) ?? newId();
    response.locals['requestId'] = requestId;
    response.setHeader('X-Request-Id', requestId);
    response.on('finish', () => {
      const caller = response.locals['caller'] as Caller | undefined;
      const code: unknown = response.locals['code'];
      const line = {
        requestId,
        method: request.method,
        path: request.path,
        status: response.statusCode,
        ...(typeof code === 'string' ? { code } : {}),
        ...(caller === undefined ? {} : { actor: caller.name }),
        ms: Math.round((performance.now() - started) * 10) / 10,
      };
      if (isServerFault(response.statusCode)) log.error(line, 'request');
      else log.info(line, 'request');
    });
    next();
  };
