/**
 * The alarm's fields and transition table, by hand from semantics §4.
 * Owns the judge's idea of an alarm.
 */
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { Cells, PlainState, Row, Rule, Table } from './row.ts';

/** Times are RFC 3339 in UTC with milliseconds; what is absent is null. */
export interface AlarmFields {
  readonly ruleCode: string;
  readonly deviceId: string;
  readonly telemetryEventId: string;
  readonly metricName: string;
  readonly metricValue: number;
  readonly threshold: number;
  readonly severity: string | null;
  readonly triggeredAt: string;
  readonly acknowledgedAt: string | null;
  readonly acknowledgedBy: string | null;
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  readonly closeReason: string | null;
}

interface AlarmPayloads {
  readonly AlarmAcknowledged: { readonly acknowledgedAt: string; readonly acknowledgedBy: string };
  readonly AlarmClosed: {
    readonly closedAt: string;
    readonly closedBy: string;
    readonly closeReason?: string;
  };
}

const row = <E extends keyof AlarmPayloads>(
  event: E,
  cells: Cells<AlarmFields, AlarmPayloads[E]>,
): Row<AlarmFields, never> => ({ event, ...cells });

const notBeforeTrigger = (at: string, triggeredAt: string): boolean =>
  Date.parse(at) >= Date.parse(triggeredAt);

const acknowledgedInTime: Rule<AlarmFields, AlarmPayloads['AlarmAcknowledged']> = {
  refusal: 'TIME_BEFORE_TRIGGER',
  holds: ({ context, payload }) => notBeforeTrigger(payload.acknowledgedAt, context.triggeredAt),
};

const closedInTime: Rule<AlarmFields, AlarmPayloads['AlarmClosed']> = {
  refusal: 'TIME_BEFORE_TRIGGER',
  holds: ({ context, payload }) => notBeforeTrigger(payload.closedAt, context.triggeredAt),
};

export const alarmTable: Table<AlarmFields> = {
  finals: ['CLOSED'],
  rows: [
    row('AlarmAcknowledged', {
      from: ['OPEN'],
      conditions: [acknowledgedInTime],
      to: 'ACKED',
      regions: () => ({ lifecycle: 'ACKED' }),
      changes: ({ acknowledgedAt, acknowledgedBy }) => ({ acknowledgedAt, acknowledgedBy }),
    }),
    row('AlarmClosed', {
      from: ['OPEN', 'ACKED'],
      conditions: [closedInTime],
      to: 'CLOSED',
      regions: () => ({ lifecycle: 'CLOSED' }),
      changes: ({ closedAt, closedBy, closeReason = null }) => ({
        closedAt,
        closedBy,
        closeReason,
      }),
    }),
  ],
};

/** Event 0. */
export const openedAlarm = (payload: JsonObject): PlainState<AlarmFields> => {
  const input = payload as unknown as Omit<AlarmFields, 'severity'> & { severity?: string };
  return {
    status: 'OPEN',
    regions: { lifecycle: 'OPEN' },
    context: {
      ruleCode: input.ruleCode,
      deviceId: input.deviceId,
      telemetryEventId: input.telemetryEventId,
      metricName: input.metricName,
      metricValue: input.metricValue,
      threshold: input.threshold,
      severity: input.severity ?? null,
      triggeredAt: input.triggeredAt,
      acknowledgedAt: null,
      acknowledgedBy: null,
      closedAt: null,
      closedBy: null,
      closeReason: null,
    },
  };
};
