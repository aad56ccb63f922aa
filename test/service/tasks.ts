/** The calls that a test makes of a service. */
import { alarm } from '../../machines/alarm/lifecycle.ts';
import { task } from '../../machines/task/lifecycle.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { SentCommand } from '../../src/service/commands.ts';
import type { SentCreation } from '../../src/service/creation.ts';
import type { Delivery } from '../../src/service/inbox.ts';
import type { Created, Refused, Stored } from '../../src/service/outcome.ts';

export const newTask = (
  instanceId: string,
  commandId: string | null = null,
  sent: JsonObject = {},
): SentCreation => ({
  lifecycle: task,
  instanceId,
  commandId,
  input: task.creation.input.parse(sent) as JsonObject,
  sent,
  actor: 'tester',
});

export const newAlarm = (telemetryEventId: string): SentCreation => {
  const sent = {
    ruleCode: 'overheat',
    deviceId: 'boiler-1',
    telemetryEventId,
    metricName: 'temperature',
    metricValue: 104.5,
    threshold: 90,
    triggeredAt: '2026-01-01T12:00:00Z',
  };
  return {
    lifecycle: alarm,
    instanceId: null,
    commandId: null,
    input: alarm.creation.input.parse(sent) as JsonObject,
    sent,
    actor: 'tester',
  };
};

export const startTask = (
  instanceId: string,
  commandId: string | null,
  expectedVersion = 0,
): SentCommand => {
  const definition = task.commands['StartTask'];
  if (definition === undefined) throw new Error('a task is started by StartTask');
  const sent = { type: 'StartTask', workerId: 'worker-1', expectedVersion };
  return {
    lifecycle: task,
    instanceId,
    type: 'StartTask',
    definition,
    fields: { workerId: 'worker-1' },
    commandId,
    expectedVersion,
    expectedStatus: null,
    actor: 'tester',
    sent,
  };
};

export const taskStarted = (instanceId: string, eventId: string): Delivery => {
  const payload = { attempt: 1, workerId: 'worker-1', leaseUntilEpochMs: 1 };
  return {
    lifecycle: task,
    eventId,
    sender: 'tester',
    sent: payload,
    fact: { instanceId, sequence: 1, type: 'TaskStarted', payload },
  };
};

/** The outcome in a word, a refusal by its reason. */
export const wordFor = (answer: Stored | Created | Refused): string =>
  answer.outcome === 'refused' ? answer.reason : answer.outcome;
