/** The last stop of a failed request: every failure becomes a problem document, and only bugs are logged as such. */
import type { ErrorRequestHandler } from 'express';
import { DamagedHistory } from '../kernel/fold.ts';
import { UnreadableState } from '../kernel/machine.ts';
import { Overloaded } from '../service/committer.ts';
import { StoreAway } from '../service/outcome.ts';
import type { Log } from '../service/parts.ts';

import { Problem, sendProblem } from './problem.ts';
import { isServerFault } from './statuses.ts';

const AWAY = 'The database cannot be reached; nothing was done.';
const UNKNOWN =
  'The connection was lost during the commit; send the same again under the same id to learn its outcome.';

/** Errors of reading a request carry the status that they call for, and some a type of their own. */
const fromReading = (error: unknown): Problem | null => {
  if (!(error instanceof Error) || !('status' in error)) return null;
  if (typeof error.status !== 'number' || isServerFault(error.status)) return null;
  switch ('type' in error ? error.type : '') {
    case 'entity.too.large':
      return new Problem('BODY_TOO_LARGE', 'A body may have 1 MiB at most.');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new Problem('NOT_JSON', 'The encoding of the body is not supported.');
    default:
      return new Problem('MALFORMED_JSON', 'The body could not be read.');
  }
};

/** What a failure is to its caller. `writes`: the request would change something. */
export const toProblem = (error: unknown, writes: boolean): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof Overloaded) return new Problem('OVERLOADED', `${error.message}.`);
  if (error instanceof StoreAway)
    return writes && error.maybeDone
      ? new Problem('OUTCOME_UNKNOWN', UNKNOWN)
      : new Problem('DATABASE_AWAY', AWAY);
  if (error instanceof UnreadableState) return new Problem('UNREADABLE_STATE', error.message);
  if (error instanceof DamagedHistory) return new Problem('DAMAGED_HISTORY', error.message);
  if (error instanceof URIError)
    return new Problem('MALFORMED_URL', 'The path is not well-formed.');
  return (
    fromReading(error) ??
    new Problem('INTERNAL', 'Something went wrong here; nothing was answered.')
  );
};

export const failures =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const problem = toProblem(error, request.method !== 'GET');
    const requestId: unknown = response.locals['requestId'];
    if (isServerFault(problem.status)) log.error({ err: error, requestId }, problem.code);
    if (problem.code === 'BODY_TOO_LARGE') response.set('Connection', 'close');
    sendProblem(response, problem);
  };
