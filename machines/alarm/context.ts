/** What an alarm's machine remembers between events. */
import { z } from 'zod';
import type { AlarmOpened } from './events.ts';

export const dedupKey = z.strictObject({
  ruleCode: z.string(),
  deviceId: z.string(),
  telemetryEventId: z.string(),
});

export const remembered = z.strictObject({
  metricName: z.string(),
  metricValue: z.number(),
  threshold: z.number(),
  severity: z.string().nullable(),
  triggeredAt: z.string(),
  acknowledgedAt: z.string().nullable(),
  acknowledgedBy: z.string().nullable(),
  closedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
  closeReason: z.string().nullable(),
});

export type AlarmContext = z.infer<typeof dedupKey> & z.infer<typeof remembered>;

export const initialContext = (input: AlarmOpened): AlarmContext => ({
  ...input,
  severity: input.severity ?? null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  closedAt: null,
  closedBy: null,
  closeReason: null,
});
