/** Mistakes that a person could make in the alarm's machine, one at a time. */
import { changed, dropped, forgetting, put, removed, retested, rewritten } from './edits.ts';
import type { Change } from './mutate.ts';

const later = (event: object, context: object): boolean => {
  const at = new Map(Object.entries({ ...context, ...event }));
  return String(at.get('closedAt') ?? at.get('acknowledgedAt')) > String(at.get('triggeredAt'));
};

export const plantedInAlarm: readonly Change[] = [
  {
    says: 'an alarm answered at the very time it was triggered is too early',
    lists: retested('notBeforeTrigger', ({ context, event }) => later(event, context)),
  },
  {
    says: 'a time before the trigger is taken for a broken move',
    lists: changed('notBeforeTrigger', { refusal: 'ILLEGAL_TRANSITION' }),
  },
  {
    says: 'an alarm is closed before it was triggered',
    lists: dropped('mayClose', 'notBeforeTrigger'),
  },
  {
    says: 'an alarm is acknowledged twice',
    config: put('states.ACKED.on', 'AlarmAcknowledged', {
      guard: 'mayAcknowledge',
      actions: 'rememberAcknowledgement',
    }),
  },
  {
    says: 'an open alarm cannot be closed',
    config: removed('states.OPEN.on', 'AlarmClosed'),
  },
  {
    says: 'acknowledging closes',
    config: put('states.OPEN.on.AlarmAcknowledged', 'target', 'CLOSED'),
  },
  {
    says: 'a closed alarm is acknowledged',
    config: put('states', 'CLOSED', { on: { AlarmAcknowledged: { target: 'ACKED' } } }),
  },
  {
    says: 'nobody knows who acknowledged',
    writes: forgetting('rememberAcknowledgement', 'acknowledgedBy'),
  },
  { says: 'the reason of closing is lost', writes: forgetting('rememberClosing', 'closeReason') },
  {
    says: 'closing forgets the acknowledgement',
    writes: rewritten('rememberClosing', () => ({ acknowledgedAt: null })),
  },
];
