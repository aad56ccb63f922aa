/** What a task's machine remembers between events. Absent things are null, so that every key is always there. */
import { z } from 'zod';
import { policy, requester, type TaskCreated } from './events.ts';

export const contextFields = z.strictObject({
  attempt: z.int(),
  maxAttempts: z.int(),
  policy,
  kind: z.string(),
  priority: z.int(),
  retryOf: z.string().nullable(),
  workerId: z.string().nullable(),
  leaseUntilEpochMs: z.int().nullable(),
  notBeforeEpochMs: z.int().nullable(),
  cancellationSignalId: z.string().nullable(),
  cancellationRequester: requester.nullable(),
  cancellationReason: z.string().nullable(),
  artifactSha256: z.string().nullable(),
  artifactBytes: z.int().nullable(),
  terminalErrorCode: z.string().nullable(),
});

export type TaskContext = z.infer<typeof contextFields>;

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
