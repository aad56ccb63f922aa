/** Events that come out of order: the early one waits for the missing one, and a sequence is never taken twice. */
import type { JsonObject } from '../../kernel/json.ts';
import type { Evidence } from './evidence.ts';
import { pick, type Answer, type Laboratory } from './laboratory.ts';

const events: readonly JsonObject[] = [
  { type: 'TaskStarted', attempt: 1, workerId: 'worker-1', leaseUntilEpochMs: 1_900_000_000_000 },
  { type: 'ArtifactWriteStarted', attempt: 1 },
  { type: 'ArtifactFailed', attempt: 1, errorCode: 'disk full' },
];

export const gap = async (lab: Laboratory, evidence: Evidence): Promise<void> => {
  await lab.post('/v1/tasks', { taskId: 'gap' });
  const deliver = (sequence: number, eventId = `evt-gap-${sequence}`): Promise<Answer> =>
    lab.post('/v1/tasks/gap/events', { ...events[sequence - 1], eventId, sequence });
  const accepted = (version: number): JsonObject => ({
    http: 200,
    outcome: 'accepted',
    'task.version': version,
  });
  evidence.expect('event 1', accepted(1), pick(await deliver(1), 'outcome', 'task.version'));
  evidence.expect(
    'event 3, before event 2',
    { http: 409, code: 'SEQUENCE_GAP', expectedSequence: 2, 'task.version': 1 },
    pick(await deliver(3), 'code', 'expectedSequence', 'task.version'),
  );
  evidence.expect('event 2', accepted(2), pick(await deliver(2), 'outcome', 'task.version'));
  evidence.expect('event 3 again', accepted(3), pick(await deliver(3), 'outcome', 'task.version'));
  evidence.expect(
    'another event with sequence 2: a conflict, not a duplicate',
    { http: 409, code: 'HISTORY_CONFLICT', 'task.version': 3 },
    pick(await deliver(2, 'evt-other'), 'code', 'task.version'),
  );
};
