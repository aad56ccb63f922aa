/**
 * The conditions of semantics §3.1, each under the words of its column and with its
 * refusal. Owns single conditions; which row asks which, and in what order, is the table's.
 */
import type { Rule } from './row.ts';
import type { TaskFields, TaskPayloads } from './task-fields.ts';

type Asks<P> = Rule<TaskFields, P>;
type Asked<E extends keyof TaskPayloads> = Asks<TaskPayloads[E]>;

/** "attempt matches" */
export const attemptMatches: Asks<{ readonly attempt: number }> = {
  refusal: 'ATTEMPT_MISMATCH',
  holds: ({ context, payload }) => payload.attempt === context.attempt,
};

/** "attempt, if given, matches" */
export const attemptMatchesIfGiven: Asked<'TaskCancelled'> = {
  refusal: 'ATTEMPT_MISMATCH',
  holds: ({ context, payload }) =>
    payload.attempt === undefined || payload.attempt === context.attempt,
};

/** "attempt = attempt+1" */
export const attemptIsTheNext: Asked<'TaskStarted'> = {
  refusal: 'ATTEMPT_MISMATCH',
  holds: ({ context, payload }) => payload.attempt === context.attempt + 1,
};

/** "attempt ≤ maxAttempts", of the attempt that starts */
export const attemptIsWithinMax: Asked<'TaskStarted'> = {
  refusal: 'ATTEMPTS_EXHAUSTED',
  holds: ({ context, payload }) => payload.attempt <= context.maxAttempts,
};

/** "where notBefore is set, startedAtEpochMs ≥ notBefore (absent counts as too early)" */
export const notBeforeIsReached: Asked<'TaskStarted'> = {
  refusal: 'NOT_BEFORE_NOT_REACHED',
  holds: ({ context: { notBeforeEpochMs }, payload: { startedAtEpochMs } }) =>
    notBeforeEpochMs === null ||
    (startedAtEpochMs !== undefined && startedAtEpochMs >= notBeforeEpochMs),
};

/** "recovery is not doubtful" */
export const effectsAreNotInDoubt: Asked<'CancellationRequested'> = {
  refusal: 'EFFECTS_IN_DOUBT',
  holds: ({ regions }) => regions['recovery'] !== 'doubtful',
};

/** "artifactVerified is true" */
export const senderVerified: Asked<'TaskCompleted'> = {
  refusal: 'ARTIFACT_NOT_VERIFIED',
  holds: ({ payload }) => payload.artifactVerified,
};

/** "artifact none or verified" */
export const artifactIsNoneOrVerified: Asked<'TaskCompleted'> = {
  refusal: 'ARTIFACT_NOT_VERIFIED',
  holds: ({ regions }) => regions['artifact'] === 'none' || regions['artifact'] === 'verified',
};

/** "equals a hash already verified" */
export const hashIsTheVerifiedOne: Asked<'TaskCompleted'> = {
  refusal: 'ARTIFACT_MISMATCH',
  holds: ({ context, payload }) =>
    context.artifactSha256 === null || context.artifactSha256 === payload.artifactSha256,
};

/** "policy is completion-wins" */
export const completionWins: Asked<'TaskCompleted'> = {
  refusal: 'CANCELLATION_WINS',
  holds: ({ context }) => context.policy === 'completion-wins',
};

/** "retryable is true" */
export const isRetryable: Asked<'AttemptFailed'> = {
  refusal: 'NOT_RETRYABLE',
  holds: ({ payload }) => payload.retryable,
};

/** "nextAttempt = attempt+1" */
export const nextAttemptFollows: Asked<'AttemptFailed'> = {
  refusal: 'INVALID_NEXT_ATTEMPT',
  holds: ({ context, payload }) => payload.nextAttempt === context.attempt + 1,
};

/** "attempt < maxAttempts" */
export const anAttemptIsLeft: Asked<'AttemptFailed'> = {
  refusal: 'ATTEMPTS_EXHAUSTED',
  holds: ({ context }) => context.attempt < context.maxAttempts,
};

/** "not retryable, or no attempt left" */
export const noRetryRemains: Asked<'TaskFailed'> = {
  refusal: 'RETRY_REMAINS',
  holds: ({ context, payload }) =>
    payload.retryable !== true || context.attempt >= context.maxAttempts,
};

/** "effectsReconciled is true" */
export const effectsAreReconciled: Asked<'TaskCancelled'> = {
  refusal: 'EFFECTS_NOT_RECONCILED',
  holds: ({ payload }) => payload.effectsReconciled,
};

/** "observedAtEpochMs > leaseUntilEpochMs", of the payload or else of the state */
export const leaseIsOver: Asked<'LeaseExpiredObserved'> = {
  refusal: 'LEASE_NOT_EXPIRED',
  holds: ({ context, payload }) => {
    const until = payload.leaseUntilEpochMs ?? context.leaseUntilEpochMs;
    return until !== null && payload.observedAtEpochMs > until;
  },
};
