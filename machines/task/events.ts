/** The facts of a task: what may stand in its history, with the payload of each. */
import { z } from 'zod';
import { count, epochMs, flag, id, name, opaque, sha256 } from '../fields.ts';
import type { EventDefinition } from '../../src/kernel/lifecycle.ts';

export const policy = z.enum(['completion-wins', 'cancellation-wins']);
export const requester = z.enum(['user', 'system']);
const attempt = count.min(1);

const payloads = {
  TaskCreated: z.strictObject({
    policy,
    maxAttempts: attempt,
    kind: name,
    payload: opaque,
    priority: z.int(),
    notBeforeEpochMs: epochMs.optional(),
    retryOf: id.optional(),
  }),
  TaskStarted: z.strictObject({
    attempt,
    workerId: id,
    leaseUntilEpochMs: epochMs,
    startedAtEpochMs: epochMs.optional(),
  }),
  CancellationRequested: z.strictObject({ signalId: id, requester, reason: name }),
  EffectsReconciled: z.strictObject({ effectCheck: name }),
  TaskCompleted: z.strictObject({
    attempt,
    artifactSha256: sha256,
    artifactVerified: flag,
    artifactBytes: count.optional(),
  }),
  AttemptFailed: z.strictObject({
    attempt,
    errorCode: name,
    retryable: flag,
    nextAttempt: attempt,
    notBeforeEpochMs: epochMs.optional(),
    effectsInDoubt: flag.optional(),
  }),
  TaskFailed: z.strictObject({ attempt, errorCode: name, retryable: flag.optional() }),
  TaskCancelled: z.strictObject({
    stoppedAtSequence: count,
    effectsReconciled: flag,
    effectCheck: name.optional(),
    attempt: attempt.optional(),
  }),
  ArtifactWriteStarted: z.strictObject({ attempt }),
  ArtifactVerified: z.strictObject({ attempt, artifactSha256: sha256, artifactBytes: count }),
  ArtifactFailed: z.strictObject({ attempt, errorCode: name }),
  ArtifactRecovered: z.strictObject({ attempt, artifactSha256: sha256, artifactBytes: count }),
  LeaseExpiredObserved: z.strictObject({
    attempt,
    observedAtEpochMs: epochMs,
    leaseUntilEpochMs: epochMs.optional(),
  }),
  LeaseRenewed: z.strictObject({ attempt, leaseUntilEpochMs: epochMs }),
  HumanReviewRequested: z.strictObject({ reason: name }),
  HumanReviewResolved: z.strictObject({ reviewer: name, decision: name }),
};

type Payloads = typeof payloads;
export type TaskEventType = Exclude<keyof Payloads, 'TaskCreated'>;
export type TaskCreated = z.infer<Payloads['TaskCreated']>;

/** What the machine receives: the payload with its type. */
export type TaskEvent = {
  [T in TaskEventType]: { type: T } & z.infer<Payloads[T]>;
}[TaskEventType];

const perAttempt = { per: 'attempt' };

export const events: Readonly<Record<keyof Payloads, EventDefinition>> = {
  TaskCreated: { says: 'The task exists and waits.', payload: payloads.TaskCreated },
  TaskStarted: {
    says: 'A worker holds the next attempt until its lease ends.',
    payload: payloads.TaskStarted,
    once: { per: 'attempt', except: ['startedAtEpochMs', 'leaseUntilEpochMs'] },
  },
  CancellationRequested: {
    says: 'Somebody wants the task to stop; nothing has stopped yet.',
    payload: payloads.CancellationRequested,
  },
  EffectsReconciled: {
    says: 'The effects of the lost attempt are known and settled.',
    payload: payloads.EffectsReconciled,
  },
  TaskCompleted: {
    says: 'The work is done and its artifact verified.',
    payload: payloads.TaskCompleted,
    once: perAttempt,
  },
  AttemptFailed: {
    says: 'This attempt failed and another may follow.',
    payload: payloads.AttemptFailed,
    once: perAttempt,
  },
  TaskFailed: {
    says: 'The task failed for good.',
    payload: payloads.TaskFailed,
    once: perAttempt,
  },
  TaskCancelled: {
    says: 'Execution has stopped and can cause no further effect.',
    payload: payloads.TaskCancelled,
    once: perAttempt,
  },
  ArtifactWriteStarted: {
    says: 'The attempt writes its artifact.',
    payload: payloads.ArtifactWriteStarted,
  },
  ArtifactVerified: {
    says: 'The artifact was written and its hash checked.',
    payload: payloads.ArtifactVerified,
  },
  ArtifactFailed: {
    says: 'The artifact could not be written.',
    payload: payloads.ArtifactFailed,
  },
  ArtifactRecovered: {
    says: 'An artifact of this attempt was found and verified.',
    payload: payloads.ArtifactRecovered,
  },
  LeaseExpiredObserved: {
    says: 'The lease was seen to have run out.',
    payload: payloads.LeaseExpiredObserved,
  },
  LeaseRenewed: {
    says: 'The suspected worker is alive and holds a new lease.',
    payload: payloads.LeaseRenewed,
  },
  HumanReviewRequested: {
    says: 'A person has to look at it.',
    payload: payloads.HumanReviewRequested,
  },
  HumanReviewResolved: {
    says: 'A person has looked at it and decided.',
    payload: payloads.HumanReviewResolved,
  },
};
