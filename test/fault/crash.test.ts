/**
 * The danger: a process that dies between "stored" and "answered", or between
 * "answered" and "stored". The service is killed in a storm of writes, again and again
 * on the same data; what it acknowledged must be there, once, where it said.
 */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { clientOf, type Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { foldTask, historyOf, placesOf } from '../support/history.ts';
import { spawnServer, type ServerProcess } from '../support/server.ts';

const KILLS = 10;
const LANES = 16;
const MINUTES = 60_000;

interface Acknowledged {
  readonly taskId: string;
  readonly eventId: string;
  readonly version: number;
}

interface Sent {
  readonly path: string;
  readonly command: JsonObject;
}

/** Commands that can go on for ever: into review and out of it. */
const commandAt = (version: number, lane: string): JsonObject => {
  if (version === 0) return { type: 'StartTask', workerId: lane };
  return version % 2 === 1
    ? { type: 'RequestReview', reason: 'storm' }
    : { type: 'ResolveReview', decision: 'go on' };
};

interface Left {
  readonly acknowledged: readonly Acknowledged[];
  readonly unanswered: readonly Sent[];
}

/** Writes until the server is gone. Answers what was acknowledged, and what was under way. */
const storm = async (server: ServerProcess, round: number, killAfter: number): Promise<Left> => {
  const client = clientOf(server.url);
  const acknowledged: Acknowledged[] = [];
  const unanswered: Sent[] = [];
  const kills: Promise<void>[] = [];
  const lane = async (number: number): Promise<void> => {
    const taskId = `round-${round}-lane-${number}`;
    const created = await client.post('/v1/tasks', { taskId }).catch(() => null);
    if (created === null) return;
    expect(created.status).toBe(201);
    const path = `/v1/tasks/${taskId}/commands`;
    for (let version = 0; kills.length === 0; version += 1) {
      const command = {
        ...commandAt(version, taskId),
        expectedVersion: version,
        commandId: `c${version}`,
      };
      const answer = await client.post(path, command).catch(() => null);
      if (answer === null) {
        unanswered.push({ path, command });
        return;
      }
      expect(answer.status).toBe(200);
      acknowledged.push({
        taskId,
        version: Number(answer.at('event.sequence')),
        eventId: answer.text('event.eventId'),
      });
      if (acknowledged.length >= killAfter && kills.length === 0) kills.push(server.kill());
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  await Promise.all(kills);
  return { acknowledged, unanswered };
};

/** Every acknowledged event is stored once, where it was said to be; every history folds to the state. */
const expectKept = async (client: Client, acknowledged: readonly Acknowledged[]): Promise<void> => {
  for (const taskId of new Set(acknowledged.map((one) => one.taskId))) {
    const history = await historyOf(client, taskId);
    const places = placesOf(history);
    for (const { eventId, version } of acknowledged.filter((one) => one.taskId === taskId))
      expect(places.get(eventId)).toEqual([version]);
    const state = await client.get(`/v1/tasks/${taskId}`);
    expect(foldTask(history)).toMatchObject({
      version: state.at('version'),
      status: state.at('status'),
    });
  }
};

/** What was under way is either stored already or stored now, never twice. */
const expectSettled = async (client: Client, { path, command }: Sent): Promise<void> => {
  const first = await client.post(path, command);
  const second = await client.post(path, command);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.text('outcome')).toBe('duplicate');
  expect(second.at('event.eventId')).toBe(first.at('event.eventId'));
};

onEachEngine('a service killed in a storm of writes', (database, engine) => {
  it(
    `keeps every acknowledged event, once, over ${KILLS} kills on the same data`,
    async () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      process.stdout.write(`crash on ${engine}: seed ${seed}\n`);
      const environment = await database();
      let all = 0;
      let left: Left = { acknowledged: [], unanswered: [] };
      for (let round = 0; round <= KILLS; round += 1) {
        const server = await spawnServer(environment);
        const client = clientOf(server.url);
        await expectKept(client, left.acknowledged);
        for (const sent of left.unanswered) await expectSettled(client, sent);
        if (round === KILLS) break;
        const killAfter = 20 + ((seed >> round) % 200);
        left = await storm(server, round, killAfter);
        expect(left.acknowledged.length).toBeGreaterThanOrEqual(killAfter);
        all += left.acknowledged.length;
      }
      process.stdout.write(`crash on ${engine}: ${all} acknowledged events, all there\n`);
    },
    5 * MINUTES,
  );
});
