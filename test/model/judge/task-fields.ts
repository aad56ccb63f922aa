/**
 * The fields of a task and of its events, copied by hand from semantics §3 and §3.1.
 * Owns the judge's own idea of these shapes, so that it shares none with the machine.
 */
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { PlainState } from './row.ts';

type Policy = 'completion-wins' | 'cancellation-wins';

/** What is absent is null. */
export interface TaskFields {
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly policy: Policy;
  readonly kind: string;
  readonly priority: number;
  readonly retryOf: string | null;
  readonly workerId: string | null;
  readonly leaseUntilEpochMs: number | null;
  readonly notBeforeEpochMs: number | null;
  readonly cancellationSignalId: string | null;
  readonly cancellationRequester: 'user' | 'system' | null;
  readonly cancellationReason: string | null;
  readonly artifactSha256: string | null;
  readonly artifactBytes: number | null;
  readonly terminalErrorCode: string | null;
}

interface Attempted {
  readonly attempt: number;
}

interface Artifact extends Attempted {
  readonly artifactSha256: string;
  readonly artifactBytes: number;
}

/** The payload column of §3.1. */
export interface TaskPayloads {
  readonly TaskStarted: Attempted & {
    readonly workerId: string;
    readonly leaseUntilEpochMs: number;
    readonly startedAtEpochMs?: number;
  };
  readonly CancellationRequested: {
    readonly signalId: string;
    readonly requester: 'user' | 'system';
    readonly reason: string;
  };
  readonly EffectsReconciled: { readonly effectCheck: string };
  readonly TaskCompleted: Attempted & {
    readonly artifactSha256: string;
    readonly artifactVerified: boolean;
    readonly artifactBytes?: number;
  };
  readonly AttemptFailed: Attempted & {
    readonly errorCode: string;
    readonly retryable: boolean;
    readonly nextAttempt: number;
    readonly notBeforeEpochMs?: number;
    readonly effectsInDoubt?: boolean;
  };
  readonly TaskFailed: Attempted & { readonly errorCode: string; readonly retryable?: boolean };
  readonly TaskCancelled: {
    readonly stoppedAtSequence: number;
    readonly effectsReconciled: boolean;
    readonly effectCheck?: string;
    readonly attempt?: number;
  };
  readonly ArtifactWriteStarted: Attempted;
  readonly ArtifactVerified: Artifact;
  readonly ArtifactFailed: Attempted & { readonly errorCode: string };
  readonly ArtifactRecovered: Artifact;
  readonly LeaseExpiredObserved: Attempted & {
    readonly observedAtEpochMs: number;
    readonly leaseUntilEpochMs?: number;
  };
  readonly LeaseRenewed: Attempted & { readonly leaseUntilEpochMs: number };
  readonly HumanReviewRequested: { readonly reason: string };
  readonly HumanReviewResolved: { readonly reviewer: string; readonly decision: string };
}

interface TaskInput {
  readonly policy: Policy;
  readonly maxAttempts: number;
  readonly kind: string;
  readonly priority?: number;
  readonly retryOf?: string;
  readonly notBeforeEpochMs?: number;
}

/** Event 0. */
export const createdTask = (payload: JsonObject): PlainState<TaskFields> => {
  const input = payload as unknown as TaskInput;
  return {
    status: 'queued',
    regions: { lifecycle: 'queued', cancellation: 'none', artifact: 'none', recovery: 'steady' },
    context: {
      attempt: 0,
      maxAttempts: input.maxAttempts,
      policy: input.policy,
      kind: input.kind,
      priority: input.priority ?? 0,
      retryOf: input.retryOf ?? null,
      workerId: null,
      leaseUntilEpochMs: null,
      notBeforeEpochMs: input.notBeforeEpochMs ?? null,
      cancellationSignalId: null,
      cancellationRequester: null,
      cancellationReason: null,
      artifactSha256: null,
      artifactBytes: null,
      terminalErrorCode: null,
    },
  };
};
