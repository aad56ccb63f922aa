/** The facts of an alarm: what may stand in its history, with the payload of each. */
import { z } from 'zod';
import type { EventDefinition } from '../../src/kernel/lifecycle.ts';
import { count, instant, name } from '../fields.ts';

export const opening = {
  ruleCode: name,
  deviceId: name,
  /** A string, since such ids may exceed 2^53. */
  telemetryEventId: name,
  metricName: name,
  metricValue: z.number(),
  threshold: z.number(),
  severity: name.optional(),
  triggeredAt: instant,
};

/** How far the device's clock was ahead, where that moved the time recorded. */
const clockSkewMs = count.optional();

const payloads = {
  AlarmOpened: z.strictObject(opening),
  AlarmAcknowledged: z.strictObject({
    acknowledgedAt: instant,
    acknowledgedBy: name,
    clockSkewMs,
  }),
  AlarmClosed: z.strictObject({
    closedAt: instant,
    closedBy: name,
    closeReason: name.optional(),
    clockSkewMs,
  }),
};

export type AlarmOpened = z.infer<(typeof payloads)['AlarmOpened']>;
export type AlarmEvent =
  | ({ type: 'AlarmAcknowledged' } & z.infer<(typeof payloads)['AlarmAcknowledged']>)
  | ({ type: 'AlarmClosed' } & z.infer<(typeof payloads)['AlarmClosed']>);

export const events: Readonly<Record<keyof typeof payloads, EventDefinition>> = {
  AlarmOpened: { says: 'A rule fired for a device.', payload: payloads.AlarmOpened },
  AlarmAcknowledged: {
    says: 'An operator has seen it.',
    payload: payloads.AlarmAcknowledged,
  },
  AlarmClosed: { says: 'It is over.', payload: payloads.AlarmClosed },
};
