/** What each fact writes into the context. */
import type { AlarmContext } from './context.ts';
import type { AlarmEvent } from './events.ts';

type Writes<T extends AlarmEvent['type']> = (situation: {
  context: AlarmContext;
  event: Extract<AlarmEvent, { type: T }>;
}) => Partial<AlarmContext>;

export const rememberAcknowledgement: Writes<'AlarmAcknowledged'> = ({ event }) => ({
  acknowledgedAt: event.acknowledgedAt,
  acknowledgedBy: event.acknowledgedBy,
});

export const rememberClosing: Writes<'AlarmClosed'> = ({ event }) => ({
  closedAt: event.closedAt,
  closedBy: event.closedBy,
  closeReason: event.closeReason ?? null,
});
