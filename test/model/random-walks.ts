/**
 * Random histories near what a state makes interesting: attempts are drawn as offsets
 * from the state's, times and hashes from a few that meet. Owns the drawing.
 */
import fc from 'fast-check';
import type { JsonObject } from '../../src/kernel/json.ts';

export interface Walk {
  readonly creation: JsonObject;
  readonly events: readonly { readonly type: string; readonly payload: JsonObject }[];
}

/** Drawn less often, or most histories would be over soon. */
const ENDING = ['TaskCompleted', 'TaskFailed', 'TaskCancelled', 'CancellationRequested'];

const mostly = (sound: number, others: number[]): fc.Arbitrary<number> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(sound) }, fc.constantFrom(...others));
const times = fc.constantFrom(0, 1_999, 2_000, 2_001, 5_000);
const often = fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false));
const hash = fc.constantFrom('1'.repeat(64), '1'.repeat(64), '2'.repeat(64));
/** Attempts are drawn as offsets from the judge's state. */
const attempt = mostly(0, [-1, 1, 2]);
const bytes = fc.nat({ max: 3 });
const word = fc.constantFrom('a', 'b');

const taskPayloads: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  TaskStarted: fc.record(
    {
      attempt: mostly(1, [0, 2]),
      workerId: word,
      leaseUntilEpochMs: times,
      startedAtEpochMs: times,
    },
    { requiredKeys: ['attempt', 'workerId', 'leaseUntilEpochMs'] },
  ),
  CancellationRequested: fc.record({
    signalId: word,
    requester: fc.constantFrom('user', 'system'),
    reason: word,
  }),
  EffectsReconciled: fc.record({ effectCheck: word }),
  TaskCompleted: fc.record(
    { attempt, artifactSha256: hash, artifactVerified: often, artifactBytes: bytes },
    { requiredKeys: ['attempt', 'artifactSha256', 'artifactVerified'] },
  ),
  AttemptFailed: fc.record(
    {
      attempt,
      errorCode: word,
      retryable: often,
      nextAttempt: mostly(1, [0, 2]),
      notBeforeEpochMs: times,
      effectsInDoubt: fc.boolean(),
    },
    { requiredKeys: ['attempt', 'errorCode', 'retryable', 'nextAttempt'] },
  ),
  TaskFailed: fc.record(
    { attempt, errorCode: word, retryable: often },
    { requiredKeys: ['attempt', 'errorCode'] },
  ),
  TaskCancelled: fc.record(
    { stoppedAtSequence: bytes, effectsReconciled: often, effectCheck: word, attempt },
    { requiredKeys: ['stoppedAtSequence', 'effectsReconciled'] },
  ),
  ArtifactWriteStarted: fc.record({ attempt }),
  ArtifactVerified: fc.record({ attempt, artifactSha256: hash, artifactBytes: bytes }),
  ArtifactFailed: fc.record({ attempt, errorCode: word }),
  ArtifactRecovered: fc.record({ attempt, artifactSha256: hash, artifactBytes: bytes }),
  LeaseExpiredObserved: fc.record(
    { attempt, observedAtEpochMs: times, leaseUntilEpochMs: times },
    { requiredKeys: ['attempt', 'observedAtEpochMs'] },
  ),
  LeaseRenewed: fc.record({ attempt, leaseUntilEpochMs: times }),
  HumanReviewRequested: fc.record({ reason: word }),
  HumanReviewResolved: fc.record({ reviewer: word, decision: word }),
};

export const taskCreation = fc.record(
  {
    policy: fc.constantFrom('completion-wins', 'cancellation-wins'),
    maxAttempts: fc.integer({ min: 1, max: 4 }),
    kind: word,
    payload: fc.json().map((text): JsonObject[string] => JSON.parse(text) as JsonObject[string]),
    priority: fc.integer({ min: -2, max: 2 }),
    notBeforeEpochMs: times,
    retryOf: word,
  },
  { requiredKeys: ['policy', 'maxAttempts', 'kind', 'payload', 'priority'] },
);

const instants = fc
  .integer({ min: -2, max: 2 })
  .map((ms) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString());

const alarmPayloads: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  AlarmAcknowledged: fc.record(
    { acknowledgedAt: instants, acknowledgedBy: word, clockSkewMs: bytes },
    { requiredKeys: ['acknowledgedAt', 'acknowledgedBy'] },
  ),
  AlarmClosed: fc.record(
    { closedAt: instants, closedBy: word, closeReason: word, clockSkewMs: bytes },
    { requiredKeys: ['closedAt', 'closedBy'] },
  ),
};

export const alarmCreation = fc.record(
  {
    ruleCode: word,
    deviceId: word,
    telemetryEventId: word,
    metricName: word,
    metricValue: fc.integer(),
    threshold: fc.integer(),
    severity: word,
    triggeredAt: instants,
  },
  {
    requiredKeys: [
      'ruleCode',
      'deviceId',
      'telemetryEventId',
      'metricName',
      'metricValue',
      'threshold',
      'triggeredAt',
    ],
  },
);

const eventOf = (payloads: Readonly<Record<string, fc.Arbitrary<JsonObject>>>) =>
  fc.oneof(
    ...Object.entries(payloads).map(([type, payload]) => ({
      weight: ENDING.includes(type) ? 1 : 3,
      arbitrary: fc.record({ type: fc.constant(type), payload }),
    })),
  );

export const taskEvent = eventOf(taskPayloads);
export const alarmEvent = eventOf(alarmPayloads);

const walks = (
  creation: fc.Arbitrary<JsonObject>,
  event: typeof taskEvent,
  maxLength: number,
): fc.Arbitrary<Walk> =>
  fc.record({ creation, events: fc.array(event, { maxLength, size: 'max' }) });

export const taskWalks = walks(taskCreation, taskEvent, 60);
export const alarmWalks = walks(alarmCreation, alarmEvent, 6);

/** Turns the offsets drawn for attempts into attempts. */
export const near = (payload: JsonObject, now: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(payload).map(([field, value]) =>
      field === 'attempt' || field === 'nextAttempt'
        ? [field, Math.max(1, Number(now['attempt']) + Number(value))]
        : [field, value],
    ),
  );
