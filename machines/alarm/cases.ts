/** The event cases from which every path of an alarm is generated. */
import type { Cases } from '../../src/kernel/lifecycle.ts';

const TRIGGERED = '2026-01-01T00:00:00.000Z';
const BEFORE = '2025-12-31T23:59:59.999Z';

export const cases: Cases = {
  creations: [
    {
      name: 'opened',
      payload: {
        ruleCode: 'overheat',
        deviceId: 'boiler-1',
        telemetryEventId: '9007199254740993',
        metricName: 'temperature',
        metricValue: 104.5,
        threshold: 90,
        triggeredAt: TRIGGERED,
      },
    },
  ],
  events: [
    {
      name: 'AlarmAcknowledged',
      type: 'AlarmAcknowledged',
      payload: () => ({ acknowledgedAt: TRIGGERED, acknowledgedBy: 'ann' }),
    },
    {
      name: 'AlarmAcknowledged (before the trigger)',
      type: 'AlarmAcknowledged',
      payload: () => ({ acknowledgedAt: BEFORE, acknowledgedBy: 'ann' }),
    },
    {
      name: 'AlarmClosed',
      type: 'AlarmClosed',
      payload: () => ({ closedAt: TRIGGERED, closedBy: 'bob', closeReason: 'cooled down' }),
    },
    {
      name: 'AlarmClosed (before the trigger)',
      type: 'AlarmClosed',
      payload: () => ({ closedAt: BEFORE, closedBy: 'bob' }),
    },
  ],
};
