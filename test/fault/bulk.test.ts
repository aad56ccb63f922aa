/**
 * The danger: the database goes away in the middle of a bulk delivery, and nobody knows
 * which of its lines were done. Every line that was answered with success must be stored,
 * and the whole may be sent again: what is there is known, what is not is done then.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { textOf } from '../http/support.ts';
import { clientOf, type Client } from '../support/client.ts';
import { historyOf, placesOf } from '../support/history.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { spawnServer, type ServerProcess } from '../support/server.ts';

const TASKS = 50;
const STEPS = 80;
const MINUTES = 60_000;

const ids = Array.from({ length: TASKS }, (_, number) => `bulk-${number}`);

/** The lines of a step are about each task in turn. */
const lineOf = (index: number): object => {
  const [step, id] = [Math.floor(index / TASKS), ids[index % TASKS] ?? ''];
  if (step === 0) return { lifecycle: 'task', id, create: {} };
  const command =
    step === 1
      ? { type: 'StartTask', workerId: 'w' }
      : step % 2 === 0
        ? { type: 'RequestReview', reason: 'r' }
        : { type: 'ResolveReview', decision: 'd' };
  const own = { expectedVersion: step - 1, commandId: `c${step}` };
  return { lifecycle: 'task', id, command: { ...command, ...own } };
};

describe('a bulk delivery whose database is restarted in the middle', () => {
  let postgres: Postgres;
  let server: ServerProcess;
  let client: Client;
  beforeAll(async () => {
    postgres = await startPostgres();
    server = await spawnServer({ DATABASE_URL: postgres.url, LOG_LEVEL: 'info' });
    client = clientOf(server.url);
  });
  afterAll(async () => {
    await server.stop();
    await postgres.stop();
  });

  /** Sends every line; `onAnswer` sees each answer as it comes. Ends with the summary. */
  const deliver = async (onAnswer: (answer: JsonObject) => void): Promise<JsonObject> => {
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const request = httpRequest(`${server.url}/v1/deliveries`, { method: 'POST', headers });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    const writing = (async () => {
      for (let index = 0; index < TASKS * STEPS; index += 1)
        if (!request.write(`${JSON.stringify(lineOf(index))}\n`))
          await new Promise((resolve) => request.once('drain', resolve));
      request.end();
    })();
    let summary: JsonObject = {};
    for await (const line of createInterface(await answered)) {
      const answer = JSON.parse(line) as JsonObject;
      if ('line' in answer) onAnswer(answer);
      else summary = answer;
    }
    await writing;
    return summary;
  };

  it(
    'has stored what it answered, and is settled by sending it again',
    async () => {
      const answers: JsonObject[] = [];
      let killing: Promise<void> | undefined;
      let restarting: Promise<void> | undefined;
      const first = await deliver((answer) => {
        answers.push(answer);
        if (answers.length === TASKS * 10) killing = postgres.kill();
        // It stays away until somebody was told so.
        if (answer['status'] === 503) restarting ??= killing?.then(() => postgres.restart());
      });
      await restarting;
      expect(answers.some(({ status }) => status === 503)).toBe(true);
      process.stdout.write(`bulk with a restart: ${JSON.stringify(first)}\n`);
      expect(first).toMatchObject({ done: true, lines: TASKS * STEPS });
      expect(answers.map(({ line }) => line)).toEqual(answers.map((_, index) => index + 1));
      const succeeded = answers.filter(({ status }) => Number(status) < 300);
      expect(first['succeeded']).toBe(succeeded.length);
      for (const id of ids) {
        const history = await historyOf(client, id);
        const places = placesOf(history);
        const mine = succeeded.filter(({ line }) => ids[(Number(line) - 1) % TASKS] === id);
        const told = mine.flatMap(({ event }) =>
          event === undefined ? [] : [event as JsonObject],
        );
        for (const { eventId, sequence } of told)
          expect(places.get(textOf(eventId))).toEqual([sequence]);
        expect(history.length).toBeGreaterThanOrEqual(mine.length);
      }
      const again = await deliver(() => {});
      expect(again).toMatchObject({ done: true, succeeded: TASKS * STEPS, failed: 0 });
      for (const id of ids) expect(await historyOf(client, id)).toHaveLength(STEPS);
    },
    5 * MINUTES,
  );
});
