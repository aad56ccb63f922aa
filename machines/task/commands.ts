/** What callers may ask of a task, who may ask it, and the fact that each wish becomes. */
import { z } from 'zod';
import { commandsOf, type Circumstances, type Fact } from '../../src/kernel/lifecycle.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { refuse, type Refusal } from '../../src/kernel/refusal.ts';
import { count, epochMs, flag, id, name, opaque, sha256, spanMs } from '../fields.ts';
import type { TaskContext } from './context.ts';
import { policy, requester, type TaskEventType } from './events.ts';

const command = commandsOf<TaskContext>();
const attempt = count.min(1);
/** Who does the work, if it says so: a worker that holds no attempt is told so by name. */
const held = { attempt, workerId: id.optional() };

/** The wish is granted as this fact, unless the step refuses it. */
const fact = (type: TaskEventType, payload: Record<string, unknown>): Fact => ({
  type,
  payload: Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== undefined),
  ) as JsonObject,
});

/** A worker that names the attempt under way must be the one that holds it; older attempts are the step's to refuse. */
const unlessAnotherWorkerHolds = (
  context: TaskContext,
  fields: { attempt: number; workerId?: string | undefined },
  granted: () => Fact,
): Fact | Refusal =>
  fields.workerId !== undefined &&
  context.workerId !== null &&
  fields.attempt === context.attempt &&
  fields.workerId !== context.workerId
    ? refuse('WORKER_MISMATCH', `It is not true that ${fields.workerId} holds the attempt.`)
    : granted();

const leaseUntil = ({ now, settings }: Circumstances, leaseMs: number | undefined): number =>
  now + (leaseMs ?? settings.leaseMs);

const worker = ['worker', 'admin'] as const;
const operator = ['operator', 'admin'] as const;
const workerOrOperator = ['worker', 'operator', 'admin'] as const;

export const creationInput = z.strictObject({
  policy: policy.optional(),
  maxAttempts: z.int().min(1).max(1_000).default(3),
  kind: name.default('default'),
  payload: opaque.default(null),
  notBeforeEpochMs: epochMs.optional(),
  priority: z.int().default(0),
  retryOf: id.optional(),
});

export const commands = {
  StartTask: command({
    says: 'Take the next attempt for a worker.',
    fields: z.strictObject({ workerId: id, leaseMs: spanMs.min(1).optional() }),
    roles: worker,
    yields: ['TaskStarted'],
    decide: ({ context }, { workerId, leaseMs }, circumstances) =>
      fact('TaskStarted', {
        attempt: context.attempt + 1,
        workerId,
        leaseUntilEpochMs: leaseUntil(circumstances, leaseMs),
        startedAtEpochMs: circumstances.now,
      }),
  }),
  RequestCancellation: command({
    says: 'Ask that the task stop.',
    fields: z.strictObject({ requester, reason: name, signalId: id.optional() }),
    roles: workerOrOperator,
    yields: ['CancellationRequested'],
    decide: (_, { signalId, ...rest }, { newId }) =>
      fact('CancellationRequested', { signalId: signalId ?? newId(), ...rest }),
  }),
  CompleteTask: command({
    says: 'Report the work as done, with its verified artifact.',
    fields: z.strictObject({
      ...held,
      artifactSha256: sha256,
      artifactVerified: flag,
      artifactBytes: count.optional(),
    }),
    roles: worker,
    yields: ['TaskCompleted'],
    refuses: ['WORKER_MISMATCH'],
    decide: ({ context }, { workerId, ...rest }) =>
      unlessAnotherWorkerHolds(context, { ...rest, workerId }, () => fact('TaskCompleted', rest)),
  }),
  FailAttempt: command({
    says: 'Report the attempt as failed; it is retried while it may be.',
    fields: z.strictObject({
      ...held,
      errorCode: name,
      retryable: flag,
      retryDelayMs: spanMs.optional(),
      effectsInDoubt: flag.optional(),
    }),
    roles: worker,
    yields: ['AttemptFailed', 'TaskFailed'],
    refuses: ['WORKER_MISMATCH'],
    decide: ({ context, status }, fields, { now }) =>
      unlessAnotherWorkerHolds(context, fields, () => {
        const { attempt: failed, errorCode, retryDelayMs, effectsInDoubt } = fields;
        if (status === 'cancelling')
          return fact('TaskFailed', { attempt: failed, errorCode, retryable: false });
        return fields.retryable && context.attempt < context.maxAttempts
          ? fact('AttemptFailed', {
              attempt: failed,
              errorCode,
              retryable: true,
              nextAttempt: failed + 1,
              notBeforeEpochMs: retryDelayMs === undefined ? undefined : now + retryDelayMs,
              effectsInDoubt: effectsInDoubt ?? false,
            })
          : fact('TaskFailed', { attempt: failed, errorCode, retryable: fields.retryable });
      }),
  }),
  FailTask: command({
    says: 'End the task as failed, where no retry remains.',
    fields: z.strictObject({ ...held, errorCode: name }),
    roles: workerOrOperator,
    yields: ['TaskFailed'],
    refuses: ['WORKER_MISMATCH'],
    decide: ({ context }, { workerId, ...rest }) =>
      unlessAnotherWorkerHolds(context, { ...rest, workerId }, () =>
        fact('TaskFailed', { ...rest, retryable: false }),
      ),
  }),
  ConfirmCancellation: command({
    says: 'Report that execution has stopped and its effects are settled.',
    fields: z.strictObject({
      ...held,
      effectsReconciled: flag,
      effectCheck: name,
      stoppedAtSequence: count.optional(),
    }),
    roles: workerOrOperator,
    yields: ['TaskCancelled'],
    refuses: ['WORKER_MISMATCH'],
    decide: ({ context, version }, { workerId, stoppedAtSequence, ...rest }) =>
      unlessAnotherWorkerHolds(context, { ...rest, workerId }, () =>
        fact('TaskCancelled', { stoppedAtSequence: stoppedAtSequence ?? version, ...rest }),
      ),
  }),
  ReconcileEffects: command({
    says: 'Settle the effects that a lost attempt may have left.',
    fields: z.strictObject({ effectCheck: name }),
    roles: workerOrOperator,
    yields: ['EffectsReconciled'],
    decide: (_, fields) => fact('EffectsReconciled', fields),
  }),
  StartArtifact: command({
    says: 'Begin to write the artifact.',
    fields: z.strictObject(held),
    roles: worker,
    yields: ['ArtifactWriteStarted'],
    refuses: ['WORKER_MISMATCH'],
    decide: ({ context }, { workerId, ...rest }) =>
      unlessAnotherWorkerHolds(context, { ...rest, workerId }, () =>
        fact('ArtifactWriteStarted', rest),
      ),
  }),
  VerifyArtifact: command({
    says: 'Report the artifact as written and checked.',
    fields: z.strictObject({ ...held, artifactSha256: sha256, artifactBytes: count }),
    roles: worker,
    yields: ['ArtifactVerified'],
    refuses: ['WORKER_MISMATCH'],
    decide: ({ context }, { workerId, ...rest }) =>
      unlessAnotherWorkerHolds(context, { ...rest, workerId }, () =>
        fact('ArtifactVerified', rest),
      ),
  }),
  FailArtifact: command({
    says: 'Report that the artifact could not be written.',
    fields: z.strictObject({ ...held, errorCode: name }),
    roles: worker,
    yields: ['ArtifactFailed'],
    refuses: ['WORKER_MISMATCH'],
    decide: ({ context }, { workerId, ...rest }) =>
      unlessAnotherWorkerHolds(context, { ...rest, workerId }, () => fact('ArtifactFailed', rest)),
  }),
  RecoverArtifact: command({
    says: 'Report an artifact of this attempt that was found and checked.',
    fields: z.strictObject({ ...held, artifactSha256: sha256, artifactBytes: count }),
    roles: workerOrOperator,
    yields: ['ArtifactRecovered'],
    refuses: ['WORKER_MISMATCH'],
    decide: ({ context }, { workerId, ...rest }) =>
      unlessAnotherWorkerHolds(context, { ...rest, workerId }, () =>
        fact('ArtifactRecovered', rest),
      ),
  }),
  ObserveLeaseExpired: command({
    says: 'Report that the lease was seen to have run out.',
    fields: z.strictObject({
      attempt,
      observedAtEpochMs: epochMs.optional(),
      leaseUntilEpochMs: epochMs.optional(),
    }),
    roles: workerOrOperator,
    yields: ['LeaseExpiredObserved'],
    decide: ({ context }, { observedAtEpochMs, leaseUntilEpochMs, ...rest }, { now }) =>
      fact('LeaseExpiredObserved', {
        ...rest,
        observedAtEpochMs: observedAtEpochMs ?? now,
        leaseUntilEpochMs: leaseUntilEpochMs ?? context.leaseUntilEpochMs ?? undefined,
      }),
  }),
  RenewLease: command({
    says: 'Give the suspected worker a new lease.',
    fields: z.strictObject({ ...held, leaseMs: spanMs.min(1).optional() }),
    roles: workerOrOperator,
    yields: ['LeaseRenewed'],
    refuses: ['WORKER_MISMATCH'],
    decide: ({ context }, { workerId, leaseMs, ...rest }, circumstances) =>
      unlessAnotherWorkerHolds(context, { ...rest, workerId }, () =>
        fact('LeaseRenewed', { ...rest, leaseUntilEpochMs: leaseUntil(circumstances, leaseMs) }),
      ),
  }),
  RequestReview: command({
    says: 'Ask a person to look at it.',
    fields: z.strictObject({ reason: name }),
    roles: workerOrOperator,
    yields: ['HumanReviewRequested'],
    decide: (_, fields) => fact('HumanReviewRequested', fields),
  }),
  ResolveReview: command({
    says: 'Record what the person decided.',
    fields: z.strictObject({ decision: name, reviewer: name.optional() }),
    roles: operator,
    yields: ['HumanReviewResolved'],
    decide: (_, { reviewer, decision }, { actor }) =>
      fact('HumanReviewResolved', { reviewer: reviewer ?? actor, decision }),
  }),
};
