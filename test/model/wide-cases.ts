/**
 * More event cases than the lifecycles bring: events that are wrong in several ways at
 * once (so that the order of conditions shows), fields that the lifecycles' own cases
 * leave out, and a creating event that comes again. Owns cases, not their answers.
 */
import type { JsonObject } from '../../src/kernel/json.ts';
import type { EventCase, Lifecycle } from '../../src/kernel/lifecycle.ts';
import { withShortHashes } from './comparison.ts';

const ONE = '1'.repeat(64);
const OTHER = '2'.repeat(64);

/** Every way to replace some of the fields, from none to all. */
const combinations = (sound: JsonObject, faults: JsonObject): JsonObject[] =>
  Object.entries(faults).reduce<JsonObject[]>(
    (payloads, [field, fault]) =>
      payloads.flatMap((payload) => [payload, { ...payload, [field]: fault }]),
    [sound],
  );

/** Attempts are counted from the state's, and the first one is 1. */
const attemptAt = (context: JsonObject, offset: unknown): number =>
  Math.max(1, Number(context['attempt']) + Number(offset));

/** Cases of all combinations of faults. */
const faulty = (type: string, sound: JsonObject, faults: JsonObject): EventCase[] =>
  combinations(sound, faults).map((fields) => ({
    name: `${type} ${withShortHashes(fields)}`,
    type,
    payload: ({ context }) =>
      Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [
          field,
          /^(attempt|nextAttempt)$/u.test(field) ? attemptAt(context, value) : value,
        ]),
      ),
  }));

const creation = {
  policy: 'completion-wins',
  maxAttempts: 2,
  kind: 'default',
  payload: null,
  priority: 0,
};

const taskEvents: readonly EventCase[] = [
  ...faulty('TaskCreated', creation, {}),
  ...faulty(
    'TaskStarted',
    { attempt: 1, workerId: 'w2', leaseUntilEpochMs: 2_000, startedAtEpochMs: 5_001 },
    { attempt: 9, startedAtEpochMs: 0 },
  ),
  ...faulty(
    'TaskCompleted',
    { attempt: 0, artifactSha256: ONE, artifactVerified: true, artifactBytes: 4 },
    { attempt: 7, artifactSha256: OTHER, artifactVerified: false },
  ),
  ...faulty(
    'AttemptFailed',
    { attempt: 0, errorCode: 'E', retryable: true, nextAttempt: 1, effectsInDoubt: false },
    { attempt: 7, retryable: false, nextAttempt: 2 },
  ),
  ...faulty(
    'AttemptFailed',
    { attempt: 0, errorCode: 'E', retryable: true, nextAttempt: 1, effectsInDoubt: true },
    { notBeforeEpochMs: 5_000 },
  ),
  ...faulty(
    'TaskFailed',
    { attempt: 0, errorCode: 'F', retryable: false },
    { attempt: 7, retryable: true },
  ),
  ...faulty(
    'TaskCancelled',
    { attempt: 0, stoppedAtSequence: 1, effectsReconciled: true },
    { attempt: 7, effectsReconciled: false },
  ),
  ...faulty(
    'LeaseExpiredObserved',
    { attempt: 0, observedAtEpochMs: 2_001 },
    { attempt: 7, observedAtEpochMs: 1_999, leaseUntilEpochMs: 2_000 },
  ),
  ...faulty('LeaseRenewed', { attempt: 0, leaseUntilEpochMs: 3_000 }, {}),
];

const opening = {
  ruleCode: 'r',
  deviceId: 'd',
  telemetryEventId: '1',
  metricName: 'm',
  metricValue: -1.5,
  threshold: 0,
  severity: 'high',
  triggeredAt: '2026-01-01T00:00:00.000Z',
};
const LATER = '2026-01-01T00:00:00.001Z';

const wider: Readonly<Record<string, Lifecycle['cases']>> = {
  task: {
    creations: [
      {
        name: 'every field set',
        payload: {
          ...creation,
          kind: 'video',
          priority: -5,
          retryOf: 'task-0',
          notBeforeEpochMs: 5_000,
          maxAttempts: 1,
        },
      },
    ],
    events: taskEvents,
  },
  alarm: {
    creations: [{ name: 'every field set', payload: opening }],
    events: [
      ...faulty('AlarmOpened', opening, {}),
      ...faulty('AlarmAcknowledged', { acknowledgedAt: LATER, acknowledgedBy: 'cid' }, {}),
      ...faulty('AlarmClosed', { closedAt: LATER, closedBy: 'dan' }, { closeReason: 'noise' }),
    ],
  },
};

/** The lifecycle with its own cases and these. */
export const widened = (lifecycle: Lifecycle): Lifecycle => {
  const more = wider[lifecycle.name] ?? { creations: [], events: [] };
  const { creations, events } = lifecycle.cases;
  return {
    ...lifecycle,
    cases: {
      creations: [...creations, ...more.creations],
      events: [...events, ...more.events],
    },
  };
};
