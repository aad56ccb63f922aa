/**
 * Writers that create tasks and drive them while the database comes and goes, and what
 * they were told. What was answered "nothing was done" they leave alone under its id, so
 * that it can be looked for afterwards; what was answered "unknown" they send again.
 */
import { task } from '../../machines/task/lifecycle.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { read, type State } from '../../src/kernel/step.ts';
import { fold } from '../../src/kernel/fold.ts';
import { randomOf, type Random } from '../race/random.ts';
import type { Answer, Client } from '../support/client.ts';
import { historyOf, placesOf } from '../support/history.ts';

interface Sent {
  readonly taskId: string;
  readonly path: string;
  readonly commandId: string;
  readonly body: JsonObject;
}

interface Acknowledged {
  readonly sent: Sent;
  readonly version: number;
  /** Empty for a creation, whose answer names no event. */
  readonly eventId: string;
}

export interface Told {
  readonly acknowledged: Acknowledged[];
  /** Answered that nothing was done, and never sent again. */
  readonly denied: Sent[];
  /** How often each status and code was answered. */
  readonly counts: Record<string, number>;
  /** Answers that no caller should get. */
  readonly faults: string[];
}

export interface Weather {
  readonly seed: number;
  readonly lanes: number;
  /** Told after every acknowledgement how many there are. */
  onAcknowledged(count: number): void;
  /** True once the writers may stop. */
  over(): boolean;
  /** Ends when it makes sense to try again after a 503. */
  back(): Promise<void>;
}

/** Commands that can go on for ever, now and then one that ends it. */
const commandFor = (random: Random, version: number, status: string): JsonObject => {
  if (status === 'queued') return { type: 'StartTask', workerId: 'w' };
  if (random.chance(0.1))
    return {
      type: 'CompleteTask',
      attempt: 1,
      artifactSha256: 'a'.repeat(64),
      artifactVerified: true,
    };
  return version % 2 === 1
    ? { type: 'RequestReview', reason: 'storm' }
    : { type: 'ResolveReview', decision: 'go on' };
};

export const storm = async (client: Client, weather: Weather): Promise<Told> => {
  const told: Told = { acknowledged: [], denied: [], counts: {}, faults: [] };
  const count = (answer: Answer): void => {
    const name = `${answer.status} ${answer.text('code')}`.trim();
    told.counts[name] = (told.counts[name] ?? 0) + 1;
    if (answer.status === 503 && !/^\d+$/u.test(answer.headers.get('retry-after') ?? ''))
      told.faults.push(`a ${name} without Retry-After`);
  };

  /** The acceptance, or null if nothing was done. */
  const send = async (sent: Sent): Promise<Answer | null> => {
    for (;;) {
      const answer = await client.post(sent.path, { ...sent.body, commandId: sent.commandId });
      count(answer);
      if (answer.status === 200 || answer.status === 201) {
        const version = Number(answer.at('event.sequence') ?? 0);
        told.acknowledged.push({ sent, version, eventId: answer.text('event.eventId') });
        weather.onAcknowledged(told.acknowledged.length);
        return answer;
      }
      if (answer.status !== 503) throw new Error(`${sent.commandId}: ${answer.status}`);
      await weather.back();
      if (answer.text('code') === 'OUTCOME_UNKNOWN') continue;
      told.denied.push(sent);
      return null;
    }
  };

  const drive = async (random: Random, taskId: string): Promise<void> => {
    const creation = { taskId, path: '/v1/tasks', commandId: `new-${taskId}`, body: { taskId } };
    let last = await send(creation);
    const path = `/v1/tasks/${taskId}/commands`;
    for (let tries = 0; last !== null && !weather.over(); tries += 1) {
      const [version, status] = [Number(last.at('task.version')), last.text('task.status')];
      if (status === 'completed') return;
      const body = { ...commandFor(random, version, status), expectedVersion: version };
      const answer = await send({ taskId, path, commandId: `c-${tries}`, body });
      last = answer ?? last;
    }
  };

  const lane = async (number: number): Promise<void> => {
    const random = randomOf(weather.seed + number);
    for (let turn = 0; !weather.over(); turn += 1) {
      const taskId = `storm-${weather.seed}-${number}-${turn}`;
      try {
        await drive(random, taskId);
      } catch (error) {
        told.faults.push(`${taskId}: ${String(error)}`);
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: weather.lanes }, (_, number) => lane(number)));
  return told;
};

/** What does not agree between what was told and what is stored; empty if all is well. */
export const findLies = async (client: Client, told: Told): Promise<string[]> => {
  const lies = [...told.faults];
  const ids = [...told.acknowledged.map(({ sent }) => sent), ...told.denied].map(
    ({ taskId }) => taskId,
  );
  for (const taskId of new Set(ids)) {
    const mine = told.acknowledged.filter(({ sent }) => sent.taskId === taskId);
    const state = await client.get(`/v1/tasks/${taskId}`);
    const history = state.status === 404 ? [] : await historyOf(client, taskId);
    const places = placesOf(history);
    const commandIds = history.map((fact) => ('commandId' in fact ? String(fact.commandId) : ''));
    const folded: State | null = fold(task, history);
    for (const { sent, version, eventId } of mine) {
      const at = commandIds.flatMap((id, index) => (id === sent.commandId ? [index] : []));
      if (at.length !== 1 || at[0] !== version)
        lies.push(
          `${taskId}: ${sent.commandId} was acknowledged at ${version}, stored at [${at.join()}]`,
        );
      if (eventId !== '' && places.get(eventId)?.join(',') !== String(version))
        lies.push(`${taskId}: event ${eventId} was acknowledged at ${version}, and is not there`);
    }
    for (const { commandId } of told.denied.filter((sent) => sent.taskId === taskId))
      if (commandIds.includes(commandId))
        lies.push(`${taskId}: ${commandId} was told that nothing was done, and is stored`);
    if (folded !== null && read(task, folded).status !== state.text('status'))
      lies.push(`${taskId}: its history folds to another state than the one served`);
    if (history.length !== mine.length)
      lies.push(`${taskId}: ${history.length} events stored, ${mine.length} acknowledged`);
  }
  return lies;
};
