/**
 * The danger: the database goes away in the middle of commits; a caller is told "failed"
 * for what was stored, or "stored" for what was not. The service stays up, says what it
 * cannot know, and the same command under the same id settles it.
 */
import { expect, it } from 'vitest';
import { clientOf, type Answer } from '../support/client.ts';
import { foldTask, historyOf, placesOf } from '../support/history.ts';
import { startPostgres } from '../support/postgres.ts';
import { spawnServer } from '../support/server.ts';

const LANES = 8;
const COMMANDS_EACH = 60;
const OUTAGES = 3;
const MINUTES = 60_000;

it(
  'a service whose database crashes in a storm of writes keeps every promise, and recovers by itself',
  async () => {
    const postgres = await startPostgres();
    try {
      const server = await spawnServer({ DATABASE_URL: postgres.url, LOG_LEVEL: 'info' });
      const client = clientOf(server.url);
      const seen = new Map<string, number>();
      let acknowledged = 0;
      let outage: Promise<void> = Promise.resolve();
      let away = false;
      let outages = 0;
      const crash = async (): Promise<void> => {
        away = true;
        outages += 1;
        await postgres.kill();
        const ready = await client.get('/readyz');
        expect([ready.status, ready.text('code')]).toEqual([503, 'DATABASE_AWAY']);
        await postgres.restart();
        away = false;
      };
      /** The same again until it is settled; the service asks for a pause and means it. */
      const settle = async (path: string, body: object): Promise<Answer> => {
        for (;;) {
          const answer = await client.post(path, body);
          const name = `${answer.status} ${answer.text('code')}`.trim();
          seen.set(name, (seen.get(name) ?? 0) + 1);
          if (answer.status !== 503) return answer;
          expect(answer.headers.get('retry-after')).toMatch(/^\d+$/u);
          await outage;
        }
      };
      const lane = async (number: number): Promise<readonly [string, string, number][]> => {
        const taskId = `away-${number}`;
        const told: [string, string, number][] = [];
        await settle('/v1/tasks', { taskId });
        for (let version = 0; version < COMMANDS_EACH; version += 1) {
          const command =
            version === 0
              ? { type: 'StartTask', workerId: 'w' }
              : version % 2 === 1
                ? { type: 'RequestReview', reason: 'storm' }
                : { type: 'ResolveReview', decision: 'go on' };
          const answer = await settle(`/v1/tasks/${taskId}/commands`, {
            ...command,
            expectedVersion: version,
            commandId: `c${version}`,
          });
          expect(answer.status).toBe(200);
          told.push([taskId, answer.text('event.eventId'), version + 1]);
          acknowledged += 1;
          const due = (outages + 1) * ((LANES * COMMANDS_EACH) / (OUTAGES + 1));
          if (!away && outages < OUTAGES && acknowledged >= due) outage = crash();
        }
        return told;
      };
      const told = await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
      await outage;
      process.stdout.write(`database away: ${JSON.stringify(Object.fromEntries(seen))}\n`);
      expect(outages).toBe(OUTAGES);
      for (const [index, events] of told.entries()) {
        const taskId = `away-${index}`;
        const history = await historyOf(client, taskId);
        expect(history).toHaveLength(COMMANDS_EACH + 1);
        const places = placesOf(history);
        for (const [, eventId, version] of events) expect(places.get(eventId)).toEqual([version]);
        expect(foldTask(history)).toMatchObject({ version: COMMANDS_EACH });
      }
      expect((await client.get('/readyz')).status).toBe(200);
      await server.stop();
    } finally {
      await postgres.stop();
    }
  },
  5 * MINUTES,
);
