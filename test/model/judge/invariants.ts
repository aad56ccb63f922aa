/**
 * What must hold in every state that can be reached, by hand from semantics §3
 * ("Cross-region invariants") and §4 ("Field invariants"). Owns these sentences as
 * tests; the lifecycles have their own.
 */
import type { AlarmFields } from './alarm-table.ts';
import type { PlainState } from './row.ts';
import type { TaskFields } from './task-fields.ts';

export interface Sentence {
  readonly says: string;
  readonly holds: (state: PlainState) => boolean;
}

interface Task {
  readonly status: string;
  readonly lifecycle: string | undefined;
  readonly cancellation: string | undefined;
  readonly artifact: string | undefined;
  readonly recovery: string | undefined;
  readonly fields: TaskFields;
}

const task = (says: string, holds: (state: Task) => boolean): Sentence => ({
  says,
  holds: ({ status, regions, context }) =>
    holds({
      status,
      lifecycle: regions['lifecycle'],
      cancellation: regions['cancellation'],
      artifact: regions['artifact'],
      recovery: regions['recovery'],
      fields: context as unknown as TaskFields,
    }),
});

const alarm = (
  says: string,
  holds: (status: string, fields: AlarmFields) => boolean,
): Sentence => ({
  says,
  holds: ({ status, context }) => holds(status, context as unknown as AlarmFields),
});

const implies = (condition: boolean, conclusion: boolean): boolean => !condition || conclusion;

const notBeforeTrigger = (at: string | null, { triggeredAt }: AlarmFields): boolean =>
  at === null || Date.parse(at) >= Date.parse(triggeredAt);

const finals = ['completed', 'failed', 'cancelled'];

export const sentences: Readonly<Record<'task' | 'alarm', readonly Sentence[]>> = {
  task: [
    task(
      'the status is cancelling while running with cancellation requested, else the lifecycle state',
      ({ status, lifecycle, cancellation }) =>
        status ===
        (lifecycle === 'running' && cancellation === 'requested' ? 'cancelling' : lifecycle),
    ),
    task(
      'completed ⇒ artifact verified, and artifactSha256 is set',
      ({ lifecycle, artifact, fields }) =>
        implies(
          lifecycle === 'completed',
          artifact === 'verified' && fields.artifactSha256 !== null,
        ),
    ),
    task(
      'cancelled ⇔ cancellation confirmed',
      ({ lifecycle, cancellation }) =>
        (lifecycle === 'cancelled') === (cancellation === 'confirmed'),
    ),
    task(
      'cancellation requested never occurs with queued',
      ({ lifecycle, cancellation }) => !(lifecycle === 'queued' && cancellation === 'requested'),
    ),
    task(
      'queued ⇒ cancellation none, artifact none, recovery steady or doubtful, no worker, no lease',
      ({ lifecycle, cancellation, artifact, recovery, fields }) =>
        implies(
          lifecycle === 'queued',
          cancellation === 'none' &&
            artifact === 'none' &&
            (recovery === 'steady' || recovery === 'doubtful') &&
            fields.workerId === null &&
            fields.leaseUntilEpochMs === null,
        ),
    ),
    task(
      'running ⇔ a worker and a lease',
      ({ lifecycle, fields }) =>
        (lifecycle === 'running') === (fields.workerId !== null) &&
        (lifecycle === 'running') === (fields.leaseUntilEpochMs !== null),
    ),
    task('running ⇒ attempt ≥ 1', ({ lifecycle, fields }) =>
      implies(lifecycle === 'running', fields.attempt >= 1),
    ),
    task('completed, failed, cancelled ⇒ recovery steady', ({ lifecycle, recovery }) =>
      implies(finals.includes(lifecycle ?? ''), recovery === 'steady'),
    ),
    task('doubtful only with queued', ({ lifecycle, recovery }) =>
      implies(recovery === 'doubtful', lifecycle === 'queued'),
    ),
    task(
      'failed ⇔ terminalErrorCode is set',
      ({ lifecycle, fields }) => (lifecycle === 'failed') === (fields.terminalErrorCode !== null),
    ),
    task('attempt ≤ maxAttempts', ({ fields }) => fields.attempt <= fields.maxAttempts),
  ],
  alarm: [
    alarm('OPEN has neither acknowledgedAt nor closedAt', (status, fields) =>
      implies(status === 'OPEN', fields.acknowledgedAt === null && fields.closedAt === null),
    ),
    alarm('ACKED has acknowledgedAt and no closedAt', (status, fields) =>
      implies(status === 'ACKED', fields.acknowledgedAt !== null && fields.closedAt === null),
    ),
    alarm('CLOSED has closedAt', (status, fields) =>
      implies(status === 'CLOSED', fields.closedAt !== null),
    ),
    alarm(
      'neither time is before triggeredAt',
      (_, fields) =>
        notBeforeTrigger(fields.acknowledgedAt, fields) &&
        notBeforeTrigger(fields.closedAt, fields),
    ),
  ],
};
