/** What every way into the service works with. */
import type { Settings } from '../kernel/lifecycle.ts';
import type { AppendParts } from './append.ts';
import type { Instance } from './instance.ts';
import type { Mailbox } from './mailbox.ts';
import type { RefusalLog } from './refusal-log.ts';

export interface Parts extends AppendParts {
  readonly mailbox: Mailbox;
  readonly refusals: RefusalLog;
  readonly settings: Settings;
  /** Milliseconds since 1970, by the database's clock as far as it is known here. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: Log;
}

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The time for a decision about an instance: never before its last event. */
export const timeFor = (parts: Parts, instance: Instance): number =>
  Math.max(Math.floor(parts.now()), instance.updatedAt);
