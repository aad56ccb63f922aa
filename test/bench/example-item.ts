/** An event of a real task, as the service would store it: what every case writes is as large as this. */
import { task } from '../../machines/task/lifecycle.ts';
import { persist } from '../../src/kernel/machine.ts';
import { create, step } from '../../src/kernel/step.ts';
import type { CommitItem } from '../../src/store/port.ts';

const ID = '00000000-0000-4000-8000-000000000000';
const HASH = '0'.repeat(64);

const makeExample = (): CommitItem => {
  const input = { policy: 'completion-wins', maxAttempts: 1_000, kind: 'default', priority: 0 };
  const payload = { ...input, payload: { month: '2026-10' } };
  const created = create(task, { instanceId: ID, sequence: 0, type: 'TaskCreated', payload });
  if (created.refused) throw new Error(created.detail);
  const fact = {
    instanceId: ID,
    sequence: 1,
    type: 'TaskStarted',
    payload: {
      attempt: 1,
      workerId: 'worker-1',
      leaseUntilEpochMs: 1_790_000_060_000,
      startedAtEpochMs: 1_790_000_000_000,
    },
  };
  const verdict = step(task, created.state, fact);
  if (verdict.refused) throw new Error(verdict.detail);
  const { extra, ...evidence } = verdict.evidence;
  return {
    ...fact,
    lifecycle: task.name,
    eventId: ID,
    payloadSha256: HASH,
    requestSha256: HASH,
    evidence: { ...evidence, ...extra },
    commandId: null,
    factKey: null,
    actor: 'local',
    lifecycleVersion: task.version,
    status: verdict.evidence.nextStatus,
    state: persist(task, verdict.state.machine),
  };
};

export const exampleItem = makeExample();
