/** The conditions of an alarm's moves, each with the refusal it gives. Instants are UTC with milliseconds, so text compares like time. */
import { conditionsFor } from '../../src/kernel/condition.ts';
import type { AlarmContext } from './context.ts';
import type { AlarmEvent } from './events.ts';

const { when } = conditionsFor<AlarmContext, AlarmEvent>();

const notBeforeTrigger = when(
  'notBeforeTrigger',
  'TIME_BEFORE_TRIGGER',
  'the time is not before the alarm was triggered',
  ({ triggeredAt }, event) =>
    (event.type === 'AlarmClosed' ? event.closedAt : event.acknowledgedAt) >= triggeredAt,
);

export const conditions = {
  mayAcknowledge: [notBeforeTrigger],
  mayClose: [notBeforeTrigger],
};
