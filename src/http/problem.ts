/** Problem documents (RFC 9457): what went wrong, under a stable code, in words, with what helps to go on. */
import type { Response } from 'express';
import type { JsonObject } from '../kernel/json.ts';
import { callsForRetry, statusOf } from './statuses.ts';

/** A place in the request and what is wrong there. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** Thrown to end a request with a problem document. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: string;
  readonly more: JsonObject;
  /** Set where the status is not the code's own. */
  readonly status: number;

  constructor(code: string, detail: string, more: JsonObject = {}, status = statusOf(code)) {
    super(detail);
    this.code = code;
    this.more = more;
    this.status = status;
  }
}

const title = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The document that says so. */
export const toDocument = (problem: Problem): JsonObject => ({
  type: `urn:interlock:problem:${problem.code}`,
  title: title(problem.code),
  status: problem.status,
  code: problem.code,
  detail: problem.message,
  ...problem.more,
});

const RETRY_AFTER_SECONDS = '1';

export const sendProblem = (response: Response, problem: Problem): void => {
  if (callsForRetry(problem.status)) response.set('Retry-After', RETRY_AFTER_SECONDS);
  response.locals['code'] = problem.code;
  response
    .status(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(toDocument(problem)));
};

/** More would help nobody: a body can have a hundred thousand. */
const MAX_FAULTS = 20;

export const invalid = (all: readonly Fault[]): Problem => {
  const faults = all.slice(0, MAX_FAULTS);
  const told = faults.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const rest = all.length > MAX_FAULTS ? [`and ${all.length - MAX_FAULTS} more`] : [];
  return new Problem('INVALID_REQUEST', [...told, ...rest].join('; '), {
    faults: faults.map((fault) => ({ ...fault })),
  });
};
