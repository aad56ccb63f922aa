/** An alarm, tied together for the service. It exists at most once per rule, device and telemetry event. */
import { z } from 'zod';
import { defineLifecycle } from '../../src/kernel/define-lifecycle.ts';
import type { Reading } from '../../src/kernel/lifecycle.ts';
import { cases } from './cases.ts';
import { commands, creationInput } from './commands.ts';
import { conditions } from './conditions.ts';
import { dedupKey, remembered, type AlarmContext } from './context.ts';
import { events, type AlarmEvent } from './events.ts';
import { machine } from './machine.ts';

const always = (name: string, holds: (status: string, context: AlarmContext) => boolean) => ({
  name,
  holds: ({ status, context }: Reading<AlarmContext>) => holds(status, context),
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
  return 'it is OPEN';
};

export const alarm = defineLifecycle<AlarmContext, AlarmEvent>({
  name: 'alarm',
  machine,
  conditions,
  creation: {
    event: 'AlarmOpened',
    says: 'Open an alarm, or find the one that is open for the same telemetry event.',
    input: creationInput,
    roles: ['worker', 'operator', 'admin'],
    key: ({ ruleCode, deviceId, telemetryEventId }) =>
      [ruleCode, deviceId, telemetryEventId].map(String),
  },
  events,
  commands,
  decidedOn: 'status',
  invariants,
  view: ({ ruleCode, deviceId, telemetryEventId, ...rest }) => ({
    dedupKey: { ruleCode, deviceId, telemetryEventId },
    ...rest,
  }),
  viewFields: z.strictObject({ dedupKey, ...remembered.shape }),
  filters: ['ruleCode', 'deviceId', 'severity'],
  tellChange,
  cases,
});
