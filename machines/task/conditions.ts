/**
 * Every condition of the task's rules, once, with the refusal it gives; below them
 * the guards, each an ordered list. The first condition that fails is the answer.
 */
import { conditionsFor } from '../../src/kernel/condition.ts';
import type { TaskContext } from './context.ts';
import type { TaskEvent } from './events.ts';

type Attempted = Extract<TaskEvent, { attempt: number }>['type'];

const { when, at } = conditionsFor<TaskContext, TaskEvent>();

const attemptIsNext = when<'TaskStarted'>(
  'attemptIsNext',
  'ATTEMPT_MISMATCH',
  'the attempt is the next one',
  (context, event) => event.attempt === context.attempt + 1,
);
const attemptIsLeft = when<'TaskStarted'>(
  'attemptIsLeft',
  'ATTEMPTS_EXHAUSTED',
  'the attempt is within maxAttempts',
  (context, event) => event.attempt <= context.maxAttempts,
);
const dueByNow = when<'TaskStarted'>(
  'dueByNow',
  'NOT_BEFORE_NOT_REACHED',
  'the time before which it must not start has come',
  (context, event) =>
    context.notBeforeEpochMs === null ||
    (event.startedAtEpochMs !== undefined && event.startedAtEpochMs >= context.notBeforeEpochMs),
);
const attemptMatches = when<Attempted>(
  'attemptMatches',
  'ATTEMPT_MISMATCH',
  'the attempt named is the one under way',
  (context, event) => event.attempt === context.attempt,
);
const attemptMatchesIfGiven = when<'TaskCancelled'>(
  'attemptMatchesIfGiven',
  'ATTEMPT_MISMATCH',
  'the attempt, if named, is the one under way',
  (context, event) => event.attempt === undefined || event.attempt === context.attempt,
);
const artifactWasVerified = when<'TaskCompleted'>(
  'artifactWasVerified',
  'ARTIFACT_NOT_VERIFIED',
  'the artifact was verified',
  (_, event) => event.artifactVerified,
);
const artifactIsTheVerifiedOne = when<'TaskCompleted'>(
  'artifactIsTheVerifiedOne',
  'ARTIFACT_MISMATCH',
  'the artifact is the one already verified',
  (context, event) =>
    context.artifactSha256 === null || context.artifactSha256 === event.artifactSha256,
);
const completionWins = when(
  'completionWins',
  'CANCELLATION_WINS',
  'the policy lets a completion win over a requested cancellation',
  (context) => context.policy === 'completion-wins',
);
const retryable = when<'AttemptFailed'>(
  'retryable',
  'NOT_RETRYABLE',
  'the failure is retryable',
  (_, event) => event.retryable,
);
const nextAttemptFollows = when<'AttemptFailed'>(
  'nextAttemptFollows',
  'INVALID_NEXT_ATTEMPT',
  'the next attempt is this one plus one',
  (context, event) => event.nextAttempt === context.attempt + 1,
);
const attemptRemains = when(
  'attemptRemains',
  'ATTEMPTS_EXHAUSTED',
  'an attempt is left',
  (context) => context.attempt < context.maxAttempts,
);
const noRetryRemains = when<'TaskFailed'>(
  'noRetryRemains',
  'RETRY_REMAINS',
  'the failure is not retryable or no attempt is left',
  (context, event) => event.retryable !== true || context.attempt >= context.maxAttempts,
);
const effectsAreReconciled = when<'TaskCancelled'>(
  'effectsAreReconciled',
  'EFFECTS_NOT_RECONCILED',
  'the effects are reconciled',
  (_, event) => event.effectsReconciled,
);
const leaseHasRunOut = when<'LeaseExpiredObserved'>(
  'leaseHasRunOut',
  'LEASE_NOT_EXPIRED',
  'the lease was over when it was observed',
  (context, event) =>
    event.observedAtEpochMs > (event.leaseUntilEpochMs ?? context.leaseUntilEpochMs ?? Infinity),
);
const effectsAreInDoubt = when<'AttemptFailed'>(
  'effectsAreInDoubt',
  'EFFECTS_NOT_IN_DOUBT',
  'the effects of the attempt are in doubt',
  (_, event) => event.effectsInDoubt === true,
);

const queued = at('lifecycle', ['queued']);
const running = at('lifecycle', ['running']);
const notCancelling = at('cancellation', ['none']);
const cancelling = at('cancellation', ['requested']);
const effectsAreSettled = at('recovery', ['steady', 'suspected', 'reviewing'], 'EFFECTS_IN_DOUBT');
const artifactIsWhole = at('artifact', ['none', 'verified'], 'ARTIFACT_NOT_VERIFIED');

const retry = [
  running,
  notCancelling,
  attemptMatches,
  retryable,
  nextAttemptFollows,
  attemptRemains,
];
const completion = [attemptMatches, artifactWasVerified, artifactIsWhole, artifactIsTheVerifiedOne];

export const conditions = {
  mayStart: [queued, attemptIsNext, attemptIsLeft, dueByNow],
  mayCancelQueued: [queued, effectsAreSettled],
  mayReconcile: [queued, at('recovery', ['doubtful'])],
  mayRequestCancellation: [running, notCancelling],
  mayComplete: [running, notCancelling, ...completion],
  mayCompleteInRace: [running, cancelling, ...completion, completionWins],
  mayRetry: retry,
  mayRetryInDoubt: [...retry, effectsAreInDoubt],
  mayFail: [running, notCancelling, attemptMatches, noRetryRemains],
  mayFailCancelling: [running, cancelling, attemptMatches],
  mayConfirmCancellation: [running, cancelling, attemptMatchesIfGiven, effectsAreReconciled],
  mayStartArtifact: [running, at('artifact', ['none', 'failed']), attemptMatches],
  mayVerifyArtifact: [running, at('artifact', ['writing']), attemptMatches],
  mayFailArtifact: [running, at('artifact', ['writing']), attemptMatches],
  mayRecoverArtifact: [running, at('artifact', ['none', 'writing', 'failed']), attemptMatches],
  mayObserveExpiry: [running, at('recovery', ['steady']), attemptMatches, leaseHasRunOut],
  mayRenewLease: [running, at('recovery', ['suspected']), attemptMatches],
  mayRequestReview: [running, at('recovery', ['steady', 'suspected'])],
  mayResolveReview: [running, at('recovery', ['reviewing'])],
  workWasCancelled: [at('lifecycle', ['cancelled'])],
  workWasCompleted: [at('lifecycle', ['completed'])],
  workWaits: [queued],
  workHasStopped: [at('lifecycle', ['queued', 'completed', 'failed', 'cancelled'])],
};
