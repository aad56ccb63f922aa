/** Tells the database's errors apart, by SQLSTATE and constraint name and nothing else. */
import { StatementFailed, StoreAway, type StatementFault } from './port.ts';

const TRANSIENT = new Set(['40001', '40P01', '55P03']);
const UNIQUE_VIOLATION = '23505';
/** Shutting down, crashing, starting up; too many connections; a standby. Connect again, perhaps elsewhere. */
const AWAY = new Set(['57P01', '57P02', '57P03', '53300', '25006']);
const CONNECTION_EXCEPTION = '08';

interface DatabaseError {
  readonly code: string;
  readonly constraint?: string | undefined;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Both engines give their errors a SQLSTATE and a severity; errors of the network have neither. */
const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error &&
  'severity' in error &&
  'code' in error &&
  typeof error.code === 'string' &&
  SQLSTATE.test(error.code);

const faultOf = (code: string): StatementFault => {
  if (code === UNIQUE_VIOLATION) return 'unique';
  return TRANSIENT.has(code) ? 'transient' : 'other';
};

/** A table or column is there already, or is not what it should be: the schema is somebody else's. */
const SCHEMA = new Set(['42P01', '42P07', '42703', '42710', '42804', '23502', '23503']);

export const isSchemaMismatch = (error: unknown): boolean =>
  isDatabaseError(error) && SCHEMA.has(error.code);

/** `sent`: the statement may have reached the database. */
export const translate = (error: unknown, sent: boolean): StatementFailed | StoreAway => {
  if (!isDatabaseError(error)) return new StoreAway(sent, error);
  const { code, constraint } = error;
  return AWAY.has(code) || code.startsWith(CONNECTION_EXCEPTION)
    ? new StoreAway(sent, error)
    : new StatementFailed(faultOf(code), constraint ?? null, error);
};
