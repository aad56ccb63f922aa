/** What each fact writes into the context. Pure; they cannot see regions. */
import type { TaskContext } from './context.ts';
import type { TaskEvent, TaskEventType } from './events.ts';

type Writes<T extends TaskEventType> = (situation: {
  context: TaskContext;
  event: Extract<TaskEvent, { type: T }>;
}) => Partial<TaskContext>;

export const takeLease: Writes<'TaskStarted'> = ({ event }) => ({
  attempt: event.attempt,
  workerId: event.workerId,
  leaseUntilEpochMs: event.leaseUntilEpochMs,
});

export const releaseWorker = (): Partial<TaskContext> => ({
  workerId: null,
  leaseUntilEpochMs: null,
});

export const rememberCancellation: Writes<'CancellationRequested'> = ({ event }) => ({
  cancellationSignalId: event.signalId,
  cancellationRequester: event.requester,
  cancellationReason: event.reason,
});

export const keepResult: Writes<'TaskCompleted'> = ({ context, event }) => ({
  artifactSha256: event.artifactSha256,
  artifactBytes: event.artifactBytes ?? context.artifactBytes,
});

export const keepArtifact: Writes<'ArtifactVerified' | 'ArtifactRecovered'> = ({ event }) => ({
  artifactSha256: event.artifactSha256,
  artifactBytes: event.artifactBytes,
});

export const awaitRetry: Writes<'AttemptFailed'> = ({ event }) => ({
  notBeforeEpochMs: event.notBeforeEpochMs ?? null,
  artifactSha256: null,
  artifactBytes: null,
});

export const rememberFailure: Writes<'TaskFailed'> = ({ event }) => ({
  terminalErrorCode: event.errorCode,
});

export const renewLease: Writes<'LeaseRenewed'> = ({ event }) => ({
  leaseUntilEpochMs: event.leaseUntilEpochMs,
});
