/**
 * The event cases from which every path of a task is generated: each type of event
 * at least once as it should be, and once for each condition that can fail.
 * Everything is a constant or taken from the state, so that exploration is bounded.
 */
import type { Cases, EventCase } from '../../src/kernel/lifecycle.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { TaskContext } from './context.ts';
import type { TaskEventType } from './events.ts';

const LEASE_UNTIL = 2_000;
const NOT_BEFORE = 5_000;
const ONE_ARTIFACT = '1'.repeat(64);
const OTHER_ARTIFACT = '2'.repeat(64);

const eventCase = (
  type: TaskEventType,
  variant: string,
  payload: (context: TaskContext) => JsonObject,
): EventCase => ({
  name: variant === '' ? type : `${type} (${variant})`,
  type,
  payload: ({ context }) => payload(context as unknown as TaskContext),
});

/** The attempt under way; events of a queued task name the first one, so that they stay well-formed. */
const current = ({ attempt }: TaskContext): number => Math.max(attempt, 1);

/** A well-formed case and the same from a worker of another attempt. */
const attempted = (type: TaskEventType, rest: JsonObject = {}): EventCase[] => [
  eventCase(type, '', (context) => ({ attempt: current(context), ...rest })),
  eventCase(type, 'other attempt', (context) => ({ attempt: current(context) + 7, ...rest })),
];

const start = (rest: JsonObject) => (context: TaskContext) => ({
  attempt: context.attempt + 1,
  workerId: 'w1',
  leaseUntilEpochMs: LEASE_UNTIL,
  ...rest,
});
const completion =
  (artifactSha256: string, artifactVerified = true) =>
  (context: TaskContext) => ({
    attempt: current(context),
    artifactSha256,
    artifactVerified,
  });
const failedAttempt = (rest: JsonObject) => (context: TaskContext) => ({
  attempt: current(context),
  errorCode: 'E',
  retryable: true,
  nextAttempt: current(context) + 1,
  ...rest,
});
const artifact = { artifactSha256: ONE_ARTIFACT, artifactBytes: 3 };

export const cases: Cases = {
  creations: (['completion-wins', 'cancellation-wins'] as const).map((policy) => ({
    name: policy,
    payload: { policy, maxAttempts: 2, kind: 'default', payload: null, priority: 0 },
  })),
  events: [
    eventCase('TaskStarted', '', start({ startedAtEpochMs: NOT_BEFORE })),
    eventCase('TaskStarted', 'too early', start({ startedAtEpochMs: NOT_BEFORE - 1 })),
    eventCase('TaskStarted', 'without a time', start({})),
    eventCase('TaskStarted', 'other attempt', (context) =>
      start({ attempt: context.attempt + 2, startedAtEpochMs: NOT_BEFORE })(context),
    ),
    eventCase('CancellationRequested', '', () => ({
      signalId: 's1',
      requester: 'user',
      reason: 'changed my mind',
    })),
    eventCase('EffectsReconciled', '', () => ({ effectCheck: 'none found' })),
    eventCase('TaskCompleted', '', completion(ONE_ARTIFACT)),
    eventCase('TaskCompleted', 'other artifact', completion(OTHER_ARTIFACT)),
    eventCase('TaskCompleted', 'unverified', completion(ONE_ARTIFACT, false)),
    eventCase('TaskCompleted', 'other attempt', (context) => ({
      ...completion(ONE_ARTIFACT)(context),
      attempt: current(context) + 7,
    })),
    eventCase('TaskCompleted', 'with its size', (context) => ({
      ...completion(ONE_ARTIFACT)(context),
      artifactBytes: 4,
    })),
    eventCase('TaskCompleted', 'other attempt and unverified', (context) => ({
      ...completion(ONE_ARTIFACT, false)(context),
      attempt: current(context) + 7,
    })),
    eventCase('AttemptFailed', '', failedAttempt({})),
    eventCase('AttemptFailed', 'later', failedAttempt({ notBeforeEpochMs: NOT_BEFORE })),
    eventCase('AttemptFailed', 'in doubt', failedAttempt({ effectsInDoubt: true })),
    eventCase('AttemptFailed', 'not retryable', failedAttempt({ retryable: false })),
    eventCase('AttemptFailed', 'skipping one', (context) =>
      failedAttempt({ nextAttempt: current(context) + 2 })(context),
    ),
    eventCase('AttemptFailed', 'other attempt', (context) =>
      failedAttempt({ attempt: current(context) + 7 })(context),
    ),
    eventCase('AttemptFailed', 'other attempt and not retryable', (context) =>
      failedAttempt({ attempt: current(context) + 7, retryable: false })(context),
    ),
    eventCase('AttemptFailed', 'not retryable and skipping one', (context) =>
      failedAttempt({ retryable: false, nextAttempt: current(context) + 2 })(context),
    ),
    ...attempted('TaskFailed', { errorCode: 'E' }),
    eventCase('TaskFailed', 'other attempt and retryable', (context) => ({
      attempt: current(context) + 7,
      errorCode: 'E',
      retryable: true,
    })),
    eventCase('TaskFailed', 'retryable', (context) => ({
      attempt: current(context),
      errorCode: 'E',
      retryable: true,
    })),
    ...attempted('TaskCancelled', { stoppedAtSequence: 0, effectsReconciled: true }),
    eventCase('TaskCancelled', 'no attempt named', () => ({
      stoppedAtSequence: 0,
      effectsReconciled: true,
      effectCheck: 'none found',
    })),
    eventCase('TaskCancelled', 'not reconciled', () => ({
      stoppedAtSequence: 0,
      effectsReconciled: false,
    })),
    eventCase('TaskCancelled', 'other attempt and not reconciled', (context) => ({
      attempt: current(context) + 7,
      stoppedAtSequence: 0,
      effectsReconciled: false,
    })),
    ...attempted('ArtifactWriteStarted'),
    ...attempted('ArtifactVerified', artifact),
    ...attempted('ArtifactFailed', { errorCode: 'E' }),
    ...attempted('ArtifactRecovered', artifact),
    ...attempted('LeaseExpiredObserved', { observedAtEpochMs: LEASE_UNTIL + 1 }),
    eventCase('LeaseExpiredObserved', 'lease not over', (context) => ({
      attempt: current(context),
      observedAtEpochMs: LEASE_UNTIL,
    })),
    eventCase('LeaseExpiredObserved', 'other attempt and lease not over', (context) => ({
      attempt: current(context) + 7,
      observedAtEpochMs: LEASE_UNTIL,
    })),
    eventCase('LeaseExpiredObserved', 'another lease observed', (context) => ({
      attempt: current(context),
      observedAtEpochMs: LEASE_UNTIL + 1,
      leaseUntilEpochMs: LEASE_UNTIL + 1,
    })),
    ...attempted('LeaseRenewed', { leaseUntilEpochMs: LEASE_UNTIL + 1 }),
    eventCase('HumanReviewRequested', '', () => ({ reason: 'silent worker' })),
    eventCase('HumanReviewResolved', '', () => ({ reviewer: 'ann', decision: 'go on' })),
  ],
};
