/** Many clients race commands at few tasks; then what they were told is compared with what is stored. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import type { Answer, Client } from '../support/client.ts';
import { foldTask, historyOf, placesOf } from '../support/history.ts';
import { randomOf, type Random } from './random.ts';

export interface Size {
  readonly racers: number;
  readonly commandsEach: number;
  readonly tasks: number;
}

interface Told {
  readonly taskId: string;
  readonly eventId: string;
  readonly version: Json | undefined;
}

const SHA = 'a'.repeat(64);

/** A command that may well be right in the status last seen, and sometimes is not. */
const commandFor = (random: Random, seen: JsonObject | null, racer: number): JsonObject => {
  const attempt = Number(seen?.['attempt'] ?? 0);
  const named = Math.max(attempt - (random.chance(0.05) ? 1 : 0), 1);
  const running: readonly JsonObject[] = [
    { type: 'RequestReview', reason: 'race' },
    { type: 'ResolveReview', decision: 'go on' },
    { type: 'StartArtifact', attempt: named },
    { type: 'FailArtifact', attempt: named, errorCode: 'E' },
    { type: 'FailAttempt', attempt: named, errorCode: 'E', retryable: true },
  ];
  if (seen === null || seen['status'] === 'queued' || random.chance(0.05))
    return { type: 'StartTask', workerId: `w${racer}` };
  if (random.chance(0.03))
    return { type: 'RequestCancellation', requester: 'user', reason: 'race' };
  if (random.chance(0.03))
    return { type: 'CompleteTask', attempt: named, artifactSha256: SHA, artifactVerified: true };
  if (seen['status'] === 'cancelling' && random.chance(0.3))
    return {
      type: 'ConfirmCancellation',
      attempt: named,
      effectsReconciled: true,
      effectCheck: 'none',
    };
  return random.pick(running);
};

/** One racer's turn: decides on what it last saw, sends, and sometimes sends the same again. */
const turn = async (
  client: Client,
  random: Random,
  taskId: string,
  seen: JsonObject | null,
  racer: number,
  commandId: string,
): Promise<Answer> => {
  const command = {
    ...commandFor(random, seen, racer),
    expectedVersion: seen?.['version'] ?? 0,
    ...(random.chance(0.5) ? { commandId } : {}),
  };
  const path = `/v1/tasks/${taskId}/commands`;
  const answer = await client.post(path, command);
  if (answer.status === 200 && 'commandId' in command && random.chance(0.3)) {
    const again = await client.post(path, command);
    expect(again.text('outcome')).toBe('duplicate');
    expect(again.at('event.eventId')).toBe(answer.at('event.eventId'));
  }
  return answer;
};

/** Answers how many commands were accepted. */
export const contest = async (
  clients: readonly Client[],
  { racers, commandsEach, tasks }: Size,
  seed: number,
): Promise<number> => {
  const ids = Array.from({ length: tasks }, (_, number) => `contest-${seed}-${number}`);
  const [first] = clients;
  if (first === undefined) throw new RangeError('a contest needs a client');
  for (const [number, taskId] of ids.entries()) {
    const policy = number % 2 === 0 ? 'completion-wins' : 'cancellation-wins';
    const created = await first.post('/v1/tasks', { taskId, policy, maxAttempts: 100 });
    expect(created.status).toBe(201);
  }
  const told: Told[] = [];
  const statuses = new Set<number>();
  const race = async (racer: number): Promise<void> => {
    const random = randomOf(seed + racer);
    const seen = new Map<string, JsonObject>();
    for (let number = 0; number < commandsEach; number += 1) {
      const taskId = random.pick(ids);
      const answer = await turn(
        random.pick(clients),
        random,
        taskId,
        seen.get(taskId) ?? null,
        racer,
        `r${racer}-${number}`,
      );
      statuses.add(answer.status);
      const now = answer.at('task');
      if (typeof now === 'object' && now !== null) seen.set(taskId, now as JsonObject);
      if (answer.status === 200)
        told.push({
          taskId,
          eventId: answer.text('event.eventId'),
          version: answer.at('event.sequence'),
        });
    }
  };
  await Promise.all(Array.from({ length: racers }, (_, racer) => race(racer)));
  expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
  for (const taskId of ids) await expectTold(clients, taskId, told);
  return told.length;
};

/** What racers were told is stored once, where they were told; nothing else is; every process says the same. */
const expectTold = async (
  clients: readonly Client[],
  taskId: string,
  told: readonly Told[],
): Promise<void> => {
  const mine = told.filter((one) => one.taskId === taskId);
  for (const client of clients) {
    const history = await historyOf(client, taskId);
    const places = placesOf(history);
    for (const { eventId, version } of mine) expect(places.get(eventId)).toEqual([version]);
    expect(history.map(({ sequence }) => sequence)).toEqual(history.map((_, index) => index));
    expect(history).toHaveLength(mine.length + 1);
    const state = await client.get(`/v1/tasks/${taskId}`);
    expect(foldTask(history)).toMatchObject({
      version: state.at('version'),
      status: state.at('status'),
      regions: state.at('regions'),
    });
  }
};
