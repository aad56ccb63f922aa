/** What operators may ask of an alarm. A time they do not give is the server's, never before the device's. */
import { z } from 'zod';
import type { JsonObject } from '../../src/kernel/json.ts';
import { commandsOf } from '../../src/kernel/lifecycle.ts';
import { name, optionalInstant } from '../fields.ts';
import type { AlarmContext } from './context.ts';
import { opening } from './events.ts';

const command = commandsOf<AlarmContext>();
const operator = ['operator', 'admin'] as const;
const given = { by: name.optional(), at: optionalInstant };

export const creationInput = z.strictObject(opening);

interface Timed {
  readonly at: string;
  /** Empty unless the device's clock was ahead of the server's. */
  readonly skew: JsonObject;
}

const timeOf = ({ triggeredAt }: AlarmContext, at: string | undefined, now: number): Timed => {
  if (at !== undefined) return { at, skew: {} };
  const ahead = Date.parse(triggeredAt) - now;
  return ahead > 0
    ? { at: triggeredAt, skew: { clockSkewMs: ahead } }
    : { at: new Date(now).toISOString(), skew: {} };
};

export const commands = {
  AcknowledgeAlarm: command({
    says: 'Say that an operator has seen the alarm.',
    fields: z.strictObject(given),
    roles: operator,
    yields: ['AlarmAcknowledged'],
    decide: ({ context }, { by, at }, { now, actor }) => {
      const time = timeOf(context, at, now);
      return {
        type: 'AlarmAcknowledged',
        payload: { acknowledgedAt: time.at, acknowledgedBy: by ?? actor, ...time.skew },
      };
    },
  }),
  CloseAlarm: command({
    says: 'Say that the alarm is over.',
    fields: z.strictObject({ ...given, reason: name.optional() }),
    roles: operator,
    yields: ['AlarmClosed'],
    decide: ({ context }, { by, at, reason }, { now, actor }) => {
      const time = timeOf(context, at, now);
      return {
        type: 'AlarmClosed',
        payload: {
          closedAt: time.at,
          closedBy: by ?? actor,
          ...(reason === undefined ? {} : { closeReason: reason }),
          ...time.skew,
        },
      };
    },
  }),
};
