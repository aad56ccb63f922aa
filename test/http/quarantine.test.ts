/**
 * Deliveries that contradict history. The danger: one of two stories is chosen silently,
 * or the loser is gone and nobody can find out who told it.
 */
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { createTask, itemsOf, strictClientOf, tally, textOf } from './support.ts';

const startedBy = (workerId: string, attempt = 1): JsonObject => ({
  type: 'TaskStarted',
  attempt,
  workerId,
  leaseUntilEpochMs: 1_900_000_000_000,
});

onEachEngine('the quarantine', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
  });

  it('holds nine of ten events that claimed one place at once, whole, and not the one that was taken', async () => {
    const task = await createTask(client);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, worker) =>
        task.deliver({ ...startedBy(`w${worker}`), sequence: 1, eventId: `${task.id}-w${worker}` }),
      ),
    );
    expect(tally(answers)).toEqual({ '200 accepted': 1, '409 HISTORY_CONFLICT': 9 });
    const { workerId } = await task.read();
    const aside = await task.setAside();
    expect(aside).toHaveLength(9);
    for (const { eventId, payload, reason, sender, times, type } of aside) {
      const { type: _, ...sent } = startedBy(textOf(eventId).slice(task.id.length + 1));
      expect({ payload, reason, sender, times, type }).toEqual({
        payload: sent,
        reason: 'HISTORY_CONFLICT',
        sender: 'local',
        times: 1,
        type: 'TaskStarted',
      });
      expect(sent['workerId']).not.toBe(workerId);
    }
    expect(await task.told()).toEqual(['1 TaskStarted']);
  });

  it('counts a contradiction that comes again, and keeps another one apart', async () => {
    const task = await createTask(client);
    const eventId = `${task.id}-1`;
    await task.deliver({ ...startedBy('w1'), sequence: 1, eventId });
    for (const workerId of ['w2', 'w3', 'w2', 'w2'])
      await task.deliver({ ...startedBy(workerId), sequence: 1, eventId });
    const aside = await task.setAside();
    const counts = aside.map(({ payload, times }) => [(payload as JsonObject)['workerId'], times]);
    expect(new Map(counts as [string, number][])).toEqual(
      new Map([
        ['w2', 3],
        ['w3', 1],
      ]),
    );
    for (const { firstSeenAt, lastSeenAt } of aside)
      expect(textOf(firstSeenAt) <= textOf(lastSeenAt)).toBe(true);
  });

  it('holds only what contradicts: no duplicate, no gap, nothing that the rules refuse', async () => {
    const task = await createTask(client);
    const deliver = (fact: object, sequence: number, name: string): Promise<unknown> =>
      task.deliver({ ...fact, sequence, eventId: `${task.id}-${name}` });
    await deliver(startedBy('w1'), 1, 'first');
    await deliver(startedBy('w1'), 1, 'first');
    await deliver(startedBy('w1', 2), 2, 'refused');
    await deliver(startedBy('w1', 2), 7, 'early');
    expect(await task.setAside()).toEqual([]);
    expect((await task.refusals()).map(({ reason }) => reason)).toEqual([
      'ILLEGAL_TRANSITION',
      'SEQUENCE_GAP',
    ]);
    expect(await task.told()).toEqual(['1 TaskStarted']);
  });

  it('is read in pages, each delivery once', async () => {
    const task = await createTask(client);
    await task.deliver({ ...startedBy('w1'), sequence: 1, eventId: `${task.id}-1` });
    for (const other of [2, 3, 4, 5, 6, 7, 8, 9])
      await task.deliver({ ...startedBy('w1'), sequence: 1, eventId: `${task.id}-${other}` });
    const all = itemsOf(await client.get('/v1/quarantine?limit=1000'));
    const paged: JsonObject[] = [];
    for (let after = ''; ;) {
      const page = await client.get(`/v1/quarantine?limit=3${after}`);
      expect(itemsOf(page).length).toBeLessThanOrEqual(3);
      paged.push(...itemsOf(page));
      const next = page.at('next');
      if (typeof next !== 'string') break;
      after = `&after=${next}`;
    }
    expect(all.length).toBeGreaterThan(7);
    expect(paged).toEqual(all);
    expect(new Set(all.map(({ quarantineId }) => quarantineId)).size).toBe(all.length);
  });
});
