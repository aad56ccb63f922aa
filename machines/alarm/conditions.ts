/** The conditions of an alarm's moves, each with the refusal it gives. Instants are UTC with milliseconds, so text compares like time. */
import type { Condition } from '../../src/kernel/condition.ts';
import type { AlarmContext } from './context.ts';
import type { AlarmEvent } from './events.ts';

const notBeforeTrigger: Condition<AlarmContext, AlarmEvent> = {
  name: 'notBeforeTrigger',
  refusal: 'TIME_BEFORE_TRIGGER',
  says: 'the time is not before the alarm was triggered',
  test: ({ context, event }) =>
    (event.type === 'AlarmClosed' ? event.closedAt : event.acknowledgedAt) >= context.triggeredAt,
};

export const conditions = {
  mayAcknowledge: [notBeforeTrigger],
  mayClose: [notBeforeTrigger],
};
