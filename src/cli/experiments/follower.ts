/** A projection is lost in a crash while history goes on. It is counted anew from the feed, and no event is sent again. */
import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Evidence } from './evidence.ts';
import { at, list, type Laboratory } from './laboratory.ts';

const start = { type: 'StartTask', workerId: 'worker-1', expectedVersion: 0 };

/** The tasks' statistics, once every event is counted. */
const counted = async (lab: Laboratory): Promise<JsonObject> => {
  for (;;) {
    const { body } = await lab.get('/v1/statistics');
    const tasks = list(body, 'items').find((item) => at(item, 'lifecycle') === 'task') ?? null;
    if (at(body, 'behind') !== 0) continue;
    const present = list(tasks, 'statuses').map((each): [string, Json] => [
      String(at(each, 'status')),
      at(each, 'present'),
    ]);
    return Object.fromEntries(present.filter(([, instances]) => instances !== 0));
  }
};

const feed = async (lab: Laboratory): Promise<Json[]> => {
  const { body } = await lab.get('/v1/feed?limit=1000');
  return list(body, 'items').map((item) => at(item, 'eventId'));
};

export const follower = async (lab: Laboratory, evidence: Evidence): Promise<void> => {
  for (const taskId of ['a', 'b', 'c']) await lab.post('/v1/tasks', { taskId });
  await lab.post('/v1/tasks/a/commands', start);
  evidence.expect(
    'three tasks, one of them started',
    { queued: 2, running: 1 },
    await counted(lab),
  );
  const before = await feed(lab);

  await lab.post('/v1/statistics/rebuild', {});
  await lab.kill();
  await lab.start();
  await lab.post('/v1/tasks/b/commands', start);
  evidence.expect(
    'the statistics are lost and the service is killed; it comes back, and history goes on',
    { queued: 1, running: 2 },
    await counted(lab),
  );
  const after = await feed(lab);
  evidence.expect(
    'the events before are the same events, and there is one more',
    { same: true, more: 1 },
    {
      same: before.every((eventId) => after.includes(eventId)),
      more: new Set(after).size - new Set(before).size,
    },
  );
};
