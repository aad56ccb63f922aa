/** Every HTTP status this service answers with, and the problem codes that call for it. */
export const ok = 200;
export const createdStatus = 201;
export const accepted = 202;
export const notModified = 304;

/** A code that is not listed is a refusal by a lifecycle's rules. */
export const REFUSAL_STATUS = 409;

const problemStatuses: Readonly<Record<string, number>> = {
  MALFORMED_JSON: 400,
  MALFORMED_URL: 400,
  INVALID_REQUEST: 400,
  UNKNOWN_TYPE: 400,
  PRECONDITIONS_DISAGREE: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  HOST_NOT_ALLOWED: 403,
  INSTANCE_UNKNOWN: 404,
  SEQUENCE_UNKNOWN: 404,
  LIFECYCLE_UNKNOWN: 404,
  PATH_UNKNOWN: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  PRECONDITION_FAILED: 412,
  BODY_TOO_LARGE: 413,
  NOT_JSON: 415,
  COMMAND_ID_REUSED: 422,
  EXPECTED_VERSION_REQUIRED: 428,
  EXPECTED_STATUS_REQUIRED: 428,
  INTERNAL: 500,
  UNREADABLE_STATE: 500,
  DAMAGED_HISTORY: 500,
  OVERLOADED: 503,
  DATABASE_AWAY: 503,
  OUTCOME_UNKNOWN: 503,
};

export const statusOf = (code: string): number =>
  Object.hasOwn(problemStatuses, code) ? (problemStatuses[code] ?? REFUSAL_STATUS) : REFUSAL_STATUS;

export const isSuccess = (status: number): boolean => status < 400;
export const isServerFault = (status: number): boolean => status >= 500;
export const callsForRetry = (status: number): boolean => status === 503 || status === 429;
