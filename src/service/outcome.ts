/** What the service answers. A refusal is as much an answer as an acceptance; only the world's failures are thrown. */
import type { JsonObject } from '../kernel/json.ts';
import type { EventRecord } from '../store/port.ts';
import type { Instance } from './instance.ts';

export { StoreAway } from '../store/port.ts';

/** The service's own reasons, beside the kernel's and those of a lifecycle's conditions. */
export const serviceReasons = {
  INSTANCE_UNKNOWN: 'There is no such instance.',
  INSTANCE_EXISTS: 'An instance with this id exists and was created with other input.',
  VERSION_CONFLICT: 'The instance has moved on since the version this was decided on.',
  STATUS_CHANGED: 'The instance no longer has the status this was decided on.',
  EXPECTED_VERSION_REQUIRED: 'Say which version this was decided on: expectedVersion or If-Match.',
  EXPECTED_STATUS_REQUIRED: 'Say which status this was decided on: expectedStatus.',
  COMMAND_ID_REUSED: 'The command id was used before with another body.',
  EVENT_ID_PAYLOAD_CONFLICT:
    'The event id is stored with another payload or for another instance; neither was chosen and this one was set aside.',
  HISTORY_CONFLICT: 'The sequence is taken by another event; this one was set aside.',
  DUPLICATE_FACT: 'The same fact is stored already under another id.',
  SEQUENCE_UNKNOWN: 'The history has no event of this sequence yet.',
} as const;

export type ServiceReason = keyof typeof serviceReasons;

export interface Refused {
  readonly outcome: 'refused';
  readonly reason: string;
  readonly detail: string;
  /** The instance as it is now, where there is one. */
  readonly instance: Instance | null;
  /** What else the caller needs to go on, such as the expected sequence. */
  readonly more: JsonObject;
}

export interface Stored {
  readonly outcome: 'accepted' | 'duplicate';
  readonly record: EventRecord;
  readonly instance: Instance;
}

export interface Created {
  readonly outcome: 'created' | 'existing';
  readonly instance: Instance;
}

export const refused = (
  reason: ServiceReason,
  instance: Instance | null,
  detail = '',
  more: JsonObject = {},
): Refused => ({
  outcome: 'refused',
  reason,
  detail: detail === '' ? serviceReasons[reason] : detail,
  instance,
  more,
});
