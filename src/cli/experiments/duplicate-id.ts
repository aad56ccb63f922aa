/** The same event delivered twice changes nothing; another payload under its id is a conflict, never a choice. */
import type { Evidence } from './evidence.ts';
import { at, list, pick, type Laboratory } from './laboratory.ts';

export const duplicateId = async (lab: Laboratory, evidence: Evidence): Promise<void> => {
  await lab.post('/v1/tasks', { taskId: 'duplicate' });
  const started = {
    type: 'TaskStarted',
    eventId: 'evt-1',
    sequence: 1,
    attempt: 1,
    workerId: 'worker-1',
    leaseUntilEpochMs: 1_900_000_000_000,
  };
  const events = '/v1/tasks/duplicate/events';
  evidence.expect(
    'an event is delivered',
    { http: 200, outcome: 'accepted', 'task.version': 1 },
    pick(await lab.post(events, started), 'outcome', 'task.version'),
  );
  evidence.expect(
    'the same event is delivered again',
    { http: 200, outcome: 'duplicate', 'task.version': 1 },
    pick(await lab.post(events, started), 'outcome', 'task.version'),
  );
  evidence.expect(
    'another worker under the same event id',
    { http: 409, code: 'EVENT_ID_PAYLOAD_CONFLICT', 'task.workerId': 'worker-1' },
    pick(await lab.post(events, { ...started, workerId: 'worker-2' }), 'code', 'task.workerId'),
  );
  const history = await lab.get(events);
  evidence.expect(
    'what is stored',
    ['TaskCreated', 'TaskStarted'],
    list(history.body, 'items').map((item) => at(item, 'type')),
  );
  const quarantine = await lab.get('/v1/quarantine');
  evidence.expect(
    'what is set aside, and from whom',
    [{ eventId: 'evt-1', sender: 'local' }],
    list(quarantine.body, 'items').map((item) => ({
      eventId: at(item, 'eventId'),
      sender: at(item, 'sender'),
    })),
  );
};
