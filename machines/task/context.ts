/** What a task's machine remembers between events. Absent things are null, so that every key is always there. */
import type { z } from 'zod';
import type { policy, requester, TaskCreated } from './events.ts';

export interface TaskContext {
  attempt: number;
  maxAttempts: number;
  policy: z.infer<typeof policy>;
  kind: string;
  priority: number;
  retryOf: string | null;
  workerId: string | null;
  leaseUntilEpochMs: number | null;
  notBeforeEpochMs: number | null;
  cancellationSignalId: string | null;
  cancellationRequester: z.infer<typeof requester> | null;
  cancellationReason: string | null;
  artifactSha256: string | null;
  artifactBytes: number | null;
  terminalErrorCode: string | null;
}

export type TaskInput = Omit<TaskCreated, 'payload'>;

export const initialContext = (input: TaskInput): TaskContext => ({
  attempt: 0,
  maxAttempts: input.maxAttempts,
  policy: input.policy,
  kind: input.kind,
  priority: input.priority,
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
});
