/** The service is killed in a storm of writes. Afterwards every acknowledged one is there, and none twice. */
import type { JsonObject } from '../../kernel/json.ts';
import type { Evidence } from './evidence.ts';
import { at, list, type Laboratory } from './laboratory.ts';

const LANES = 8;
const KILL_AFTER = 300;

interface Acknowledged {
  readonly taskId: string;
  readonly eventId: string;
  readonly version: number;
}

/** Each lane creates a task and sends it back and forth between review and work until the service is gone. */
const storm = async (lab: Laboratory): Promise<Acknowledged[]> => {
  const acknowledged: Acknowledged[] = [];
  let dead = false;
  const lane = async (number: number): Promise<void> => {
    const taskId = `storm-${number}`;
    let version = 0;
    const commands: JsonObject[] = [
      { type: 'RequestReview', reason: 'storm' },
      { type: 'ResolveReview', decision: 'go on' },
    ];
    try {
      await lab.post('/v1/tasks', { taskId });
      let command: JsonObject = { type: 'StartTask', workerId: `worker-${number}` };
      while (!dead) {
        const answer = await lab.post(`/v1/tasks/${taskId}/commands`, {
          ...command,
          expectedVersion: version,
        });
        version = Number(at(answer.body, 'task.version'));
        acknowledged.push({ taskId, version, eventId: String(at(answer.body, 'event.eventId')) });
        command = commands[version % 2 === 1 ? 0 : 1] ?? {};
        if (acknowledged.length === KILL_AFTER) {
          dead = true;
          await lab.kill();
        }
      }
    } catch {
      // The service went away under this lane's last request, which was not acknowledged.
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  return acknowledged;
};

const storedIds = async (lab: Laboratory, taskId: string): Promise<Map<string, number[]>> => {
  const places = new Map<string, number[]>();
  for (let after: unknown = -1; after !== null;) {
    const from = after === -1 ? '' : `&after=${String(after)}`;
    const page = await lab.get(`/v1/tasks/${taskId}/events?limit=1000${from}`);
    for (const item of list(page.body, 'items')) {
      const eventId = String(at(item, 'eventId'));
      places.set(eventId, [...(places.get(eventId) ?? []), Number(at(item, 'sequence'))]);
    }
    after = at(page.body, 'next');
  }
  return places;
};

export const crash = async (lab: Laboratory, evidence: Evidence): Promise<void> => {
  const acknowledged = await storm(lab);
  await lab.start();
  let missing = 0;
  let misplaced = 0;
  for (let lane = 0; lane < LANES; lane += 1) {
    const taskId = `storm-${lane}`;
    const stored = await storedIds(lab, taskId);
    for (const { eventId, version } of acknowledged.filter((one) => one.taskId === taskId)) {
      const places = stored.get(eventId);
      if (places === undefined) missing += 1;
      else if (places.length !== 1 || places[0] !== version) misplaced += 1;
    }
  }
  evidence.expect(
    `killed in a storm of ${LANES} writers, started again`,
    { enoughAcknowledged: true, missing: 0, twiceOrElsewhere: 0 },
    { enoughAcknowledged: acknowledged.length >= KILL_AFTER, missing, twiceOrElsewhere: misplaced },
  );
};
