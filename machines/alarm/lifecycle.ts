/** An alarm, tied together for the service. It exists at most once per rule, device and telemetry event. */
import { z } from 'zod';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Condition } from '../../src/kernel/condition.ts';
import type { Invariant, Lifecycle } from '../../src/kernel/lifecycle.ts';
import { SINGLE_REGION } from '../../src/kernel/regions.ts';
import { cases } from './cases.ts';
import { commands, creationInput } from './commands.ts';
import { conditions } from './conditions.ts';
import { dedupKey, remembered, type AlarmContext } from './context.ts';
import { events } from './events.ts';
import { machine } from './machine.ts';

const always = (
  name: string,
  holds: (status: string, context: AlarmContext) => boolean,
): Invariant => ({
  name,
  holds: ({ status, context }) => holds(status, context as unknown as AlarmContext),
});

const invariants = [
  always(
    'OPEN was neither acknowledged nor closed',
    (status, { acknowledgedAt, closedAt }) =>
      status !== 'OPEN' || (acknowledgedAt === null && closedAt === null),
  ),
  always(
    'ACKED was acknowledged and not closed',
    (status, { acknowledgedAt, closedAt }) =>
      status !== 'ACKED' || (acknowledgedAt !== null && closedAt === null),
  ),
  always('CLOSED was closed', (status, { closedAt }) => status !== 'CLOSED' || closedAt !== null),
  always(
    'nothing happened before the trigger',
    (_, { acknowledgedAt, closedAt, triggeredAt }) =>
      (acknowledgedAt ?? triggeredAt) >= triggeredAt && (closedAt ?? triggeredAt) >= triggeredAt,
  ),
];

const tellChange = (context: AlarmContext, status: string): string => {
  if (status === 'CLOSED') return `closed by ${context.closedBy} at ${context.closedAt}`;
  if (status === 'ACKED')
    return `acknowledged by ${context.acknowledgedBy} at ${context.acknowledgedAt}`;
  return 'open';
};

export const alarm: Lifecycle = {
  name: 'alarm',
  version: 1,
  collection: 'alarms',
  idField: 'alarmId',
  machine,
  conditions: conditions as Record<string, readonly Condition[]>,
  creation: {
    event: 'AlarmOpened',
    says: 'Open an alarm, or find the one that is open for the same telemetry event.',
    input: creationInput,
    roles: ['worker', 'operator', 'admin'],
    beside: [],
    key: ({ ruleCode, deviceId, telemetryEventId }) =>
      [ruleCode, deviceId, telemetryEventId].map(String),
    decide: (input) => input,
  },
  events,
  deliveredBy: ['worker', 'admin'],
  commands,
  statuses: ['OPEN', 'ACKED', 'CLOSED'],
  status: (at) => at[SINGLE_REGION] ?? '',
  decidedOn: 'status',
  invariants,
  view: ({ ruleCode = null, deviceId = null, telemetryEventId = null, ...rest }: JsonObject) => ({
    dedupKey: { ruleCode, deviceId, telemetryEventId },
    ...rest,
  }),
  viewFields: z.strictObject({ dedupKey, ...remembered.shape }),
  filters: ['ruleCode', 'deviceId', 'severity'],
  tellChange: (context, status) => tellChange(context as unknown as AlarmContext, status),
  cases,
};
