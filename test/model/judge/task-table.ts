/**
 * The transition table of semantics §3.1, row for row and in its order. Owns what
 * happens to a task; the words of the conditions are in task-rules.ts.
 */
import { SAME, type Cells, type Row, type Table } from './row.ts';
import type { TaskFields, TaskPayloads } from './task-fields.ts';
import {
  anAttemptIsLeft,
  artifactIsNoneOrVerified,
  attemptIsTheNext,
  attemptIsWithinMax,
  attemptMatches,
  attemptMatchesIfGiven,
  completionWins,
  effectsAreNotInDoubt,
  effectsAreReconciled,
  hashIsTheVerifiedOne,
  isRetryable,
  leaseIsOver,
  nextAttemptFollows,
  noRetryRemains,
  notBeforeIsReached,
  senderVerified,
} from './task-rules.ts';

const row = <E extends keyof TaskPayloads>(
  event: E,
  cells: Cells<TaskFields, TaskPayloads[E]>,
): Row<TaskFields, never> => ({ event, ...cells });

const working = ['running', 'cancelling'];

/** "Leaving running releases worker and lease". */
const released = { workerId: null, leaseUntilEpochMs: null };

const wish = (payload: TaskPayloads['CancellationRequested']): Partial<TaskFields> => ({
  cancellationSignalId: payload.signalId,
  cancellationRequester: payload.requester,
  cancellationReason: payload.reason,
});

const result = (
  payload: TaskPayloads['TaskCompleted'],
  context: TaskFields,
): Partial<TaskFields> => ({
  ...released,
  artifactSha256: payload.artifactSha256,
  artifactBytes: payload.artifactBytes ?? context.artifactBytes,
});

const verified = ({
  artifactSha256,
  artifactBytes,
}: TaskPayloads['ArtifactVerified']): Partial<TaskFields> => ({ artifactSha256, artifactBytes });

const asRunning = [
  attemptMatches,
  senderVerified,
  artifactIsNoneOrVerified,
  hashIsTheVerifiedOne,
] as const;

export const taskTable: Table<TaskFields> = {
  finals: ['completed', 'failed', 'cancelled'],
  rows: [
    row('TaskStarted', {
      from: ['queued'],
      conditions: [attemptIsTheNext, attemptIsWithinMax, notBeforeIsReached],
      to: 'running',
      regions: () => ({ lifecycle: 'running', recovery: 'steady' }),
      changes: ({ attempt, workerId, leaseUntilEpochMs }) => ({
        attempt,
        workerId,
        leaseUntilEpochMs,
      }),
    }),
    row('CancellationRequested', {
      from: ['queued'],
      conditions: [effectsAreNotInDoubt],
      to: 'cancelled',
      regions: () => ({ lifecycle: 'cancelled', cancellation: 'confirmed' }),
      changes: wish,
    }),
    row('EffectsReconciled', {
      from: ['queued'],
      place: { recovery: ['doubtful'] },
      to: SAME,
      regions: () => ({ recovery: 'steady' }),
    }),
    row('CancellationRequested', {
      from: ['running'],
      place: { cancellation: ['none'] },
      to: 'cancelling',
      regions: () => ({ cancellation: 'requested' }),
      changes: wish,
    }),
    row('TaskCompleted', {
      from: ['running'],
      conditions: asRunning,
      to: 'completed',
      regions: () => ({ lifecycle: 'completed', artifact: 'verified', recovery: 'steady' }),
      changes: result,
      evidence: { completionWonCancellationRace: false },
    }),
    row('AttemptFailed', {
      from: ['running'],
      conditions: [attemptMatches, isRetryable, nextAttemptFollows, anAttemptIsLeft],
      to: 'queued',
      regions: ({ effectsInDoubt = false }) => ({
        lifecycle: 'queued',
        artifact: 'none',
        recovery: effectsInDoubt ? 'doubtful' : 'steady',
      }),
      changes: ({ notBeforeEpochMs = null }) => ({
        ...released,
        artifactSha256: null,
        artifactBytes: null,
        notBeforeEpochMs,
      }),
    }),
    row('TaskFailed', {
      from: ['running'],
      conditions: [attemptMatches, noRetryRemains],
      to: 'failed',
      regions: () => ({ lifecycle: 'failed', recovery: 'steady' }),
      changes: ({ errorCode }) => ({ ...released, terminalErrorCode: errorCode }),
    }),
    row('TaskFailed', {
      from: ['cancelling'],
      conditions: [attemptMatches],
      to: 'failed',
      regions: () => ({ lifecycle: 'failed', recovery: 'steady' }),
      changes: ({ errorCode }) => ({ ...released, terminalErrorCode: errorCode }),
    }),
    row('TaskCompleted', {
      from: ['cancelling'],
      conditions: [...asRunning, completionWins],
      to: 'completed',
      regions: () => ({ lifecycle: 'completed', artifact: 'verified', recovery: 'steady' }),
      changes: result,
      evidence: { completionWonCancellationRace: true },
    }),
    row('TaskCancelled', {
      from: ['cancelling'],
      conditions: [attemptMatchesIfGiven, effectsAreReconciled],
      to: 'cancelled',
      regions: () => ({ lifecycle: 'cancelled', cancellation: 'confirmed', recovery: 'steady' }),
      changes: () => released,
    }),
    row('ArtifactWriteStarted', {
      from: working,
      place: { artifact: ['none', 'failed'] },
      conditions: [attemptMatches],
      to: SAME,
      regions: () => ({ artifact: 'writing' }),
    }),
    row('ArtifactVerified', {
      from: working,
      place: { artifact: ['writing'] },
      conditions: [attemptMatches],
      to: SAME,
      regions: () => ({ artifact: 'verified' }),
      changes: verified,
    }),
    row('ArtifactFailed', {
      from: working,
      place: { artifact: ['writing'] },
      conditions: [attemptMatches],
      to: SAME,
      regions: () => ({ artifact: 'failed' }),
    }),
    row('ArtifactRecovered', {
      from: working,
      place: { artifact: ['none', 'writing', 'failed'] },
      conditions: [attemptMatches],
      to: SAME,
      regions: () => ({ artifact: 'verified' }),
      changes: verified,
    }),
    row('LeaseExpiredObserved', {
      from: working,
      place: { recovery: ['steady'] },
      conditions: [attemptMatches, leaseIsOver],
      to: SAME,
      regions: () => ({ recovery: 'suspected' }),
    }),
    row('LeaseRenewed', {
      from: working,
      place: { recovery: ['suspected'] },
      conditions: [attemptMatches],
      to: SAME,
      regions: () => ({ recovery: 'steady' }),
      changes: ({ leaseUntilEpochMs }) => ({ leaseUntilEpochMs }),
    }),
    row('HumanReviewRequested', {
      from: working,
      place: { recovery: ['steady', 'suspected'] },
      to: SAME,
      regions: () => ({ recovery: 'reviewing' }),
    }),
    row('HumanReviewResolved', {
      from: working,
      place: { recovery: ['reviewing'] },
      to: SAME,
      regions: () => ({ recovery: 'steady' }),
    }),
  ],
};
