/** What an alarm's machine remembers between events. */
import type { AlarmOpened } from './events.ts';

export interface AlarmContext {
  ruleCode: string;
  deviceId: string;
  telemetryEventId: string;
  metricName: string;
  metricValue: number;
  threshold: number;
  severity: string | null;
  triggeredAt: string;
  acknowledgedAt: string | null;
  acknowledgedBy: string | null;
  closedAt: string | null;
  closedBy: string | null;
  closeReason: string | null;
}

export const initialContext = (input: AlarmOpened): AlarmContext => ({
  ...input,
  severity: input.severity ?? null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  closedAt: null,
  closedBy: null,
  closeReason: null,
});
