/**
 * Events from outside, where several come at once, where they contradict each other, and
 * for both lifecycles. The danger: a contradiction is settled silently, or one history
 * takes in what belongs to another.
 */
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { cancel, codeOf, complete, createTask, textOf } from './support.ts';
import { openAlarm, SHA, start, strictClientOf, type Handle } from './support.ts';

const LEASE = 1_900_000_000_000;
const startedBy = (workerId: string, attempt = 1): JsonObject => ({
  type: 'TaskStarted',
  attempt,
  workerId,
  leaseUntilEpochMs: LEASE,
});
const failed = {
  type: 'AttemptFailed',
  attempt: 1,
  errorCode: 'E',
  retryable: true,
  nextAttempt: 2,
};
const acknowledged = {
  type: 'AlarmAcknowledged',
  acknowledgedAt: '2026-01-01T12:05:00.1239Z',
  acknowledgedBy: 'ann',
};

onEachEngine('the inbox', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
  });

  /** Delivers facts in order from the given sequence, under ids of their own. */
  const deliverAll = async (to: Handle, facts: readonly object[], from = 1): Promise<string[]> => {
    const codes: string[] = [];
    for (const [index, fact] of facts.entries()) {
      const sequence = from + index;
      codes.push(codeOf(await to.deliver({ ...fact, sequence, eventId: `${to.id}-${sequence}` })));
    }
    return codes;
  };

  it('names the stored event of an earlier attempt, as long as it says the same', async () => {
    const task = await createTask(client);
    const history = [startedBy('w1'), failed, startedBy('w2', 2)];
    expect(await deliverAll(task, history)).toEqual(history.map(() => '200 accepted'));
    for (const [fact, stored] of [
      [startedBy('w1'), 1],
      [failed, 2],
      [startedBy('w2', 2), 3],
    ] as const) {
      const answer = await task.deliver({ ...fact, sequence: 4, eventId: `${task.id}-again` });
      expect(codeOf(answer)).toBe('409 DUPLICATE_FACT');
      expect(answer.body).toMatchObject({
        storedEventId: `${task.id}-${stored}`,
        storedSequence: stored,
      });
    }
    const other = { ...failed, errorCode: 'F', sequence: 4, eventId: `${task.id}-other` };
    expect(codeOf(await task.deliver(other))).toBe('409 ATTEMPT_MISMATCH');
    expect(await task.told()).toEqual(['1 TaskStarted', '2 AttemptFailed', '3 TaskStarted']);
  });

  it('takes a history again, in any order, for what it is: known to the last event', async () => {
    const facts = [
      startedBy('w1'),
      failed,
      startedBy('w2', 2),
      { ...failed, attempt: 2, nextAttempt: 3 },
    ];
    const task = await createTask(client);
    await deliverAll(task, facts);
    const before = [await task.read(), await task.history()];
    expect(await deliverAll(task, facts)).toEqual(facts.map(() => '200 duplicate'));
    for (const sequence of [4, 2, 3, 1])
      expect(await deliverAll(task, facts.slice(sequence - 1, sequence), sequence)).toEqual([
        '200 duplicate',
      ]);
    expect([await task.read(), await task.history()]).toEqual(before);
  });

  it('knows everything that commands and creations have stored, when it comes back as events', async () => {
    const task = await createTask(client, { payload: { any: ['thing', 0.1] }, retryOf: 'x' });
    const alarm = await openAlarm(client, 'echo', { triggeredAt: '2026-01-01T12:00:00.9999Z' });
    for (const [expectedVersion, command] of [start, cancel, complete].entries())
      await task.send({ ...command, expectedVersion });
    for (const [expectedVersion, type] of ['AcknowledgeAlarm', 'CloseAlarm'].entries())
      await alarm.send({ type, expectedVersion });
    for (const instance of [task, alarm]) {
      const before = [await instance.read(), await instance.history()];
      for (const { type, payload, eventId, sequence } of await instance.history()) {
        const echo = await instance.deliver({ ...(payload as object), type, eventId, sequence });
        expect(codeOf(echo)).toBe('200 duplicate');
      }
      expect([await instance.read(), await instance.history()]).toEqual(before);
      expect(await instance.setAside()).toEqual([]);
    }
  });

  it('finds the same for an alarm: known, contradicting, taken, too early, or against the rules', async () => {
    const alarm = await openAlarm(client, 'delivered');
    const one = { ...acknowledged, sequence: 1, eventId: `${alarm.id}-1` };
    const kept = { ...one, acknowledgedAt: '2026-01-01T12:05:00.123Z' };
    const two = { ...acknowledged, sequence: 2, eventId: `${alarm.id}-2` };
    const early = { type: 'AlarmClosed', closedAt: '2026-01-01T11:59:59.999Z', closedBy: 'bob' };
    const answers: (readonly [object, string])[] = [
      [{ ...one, acknowledgedAt: '2026-01-01T11:00:00Z' }, '409 TIME_BEFORE_TRIGGER'],
      [one, '200 accepted'],
      [one, '200 duplicate'],
      [kept, '200 duplicate'],
      [{ ...one, acknowledgedBy: 'bob' }, '409 EVENT_ID_PAYLOAD_CONFLICT'],
      [{ ...one, eventId: `${alarm.id}-other` }, '409 HISTORY_CONFLICT'],
      [{ ...two, sequence: 3 }, '409 SEQUENCE_GAP'],
      [two, '409 ILLEGAL_TRANSITION'],
      [{ ...early, sequence: 2, eventId: `${alarm.id}-3` }, '409 TIME_BEFORE_TRIGGER'],
      [
        { ...early, closedAt: '2026-01-01T13:00:00Z', sequence: 2, eventId: `${alarm.id}-3` },
        '200 accepted',
      ],
      [{ ...two, sequence: 3 }, '409 TERMINAL_STATE'],
    ];
    for (const [fact, expected] of answers)
      expect(codeOf(await alarm.deliver(fact)), JSON.stringify(fact)).toBe(expected);
    expect(await alarm.told()).toEqual(['1 AlarmAcknowledged', '2 AlarmClosed']);
    expect(await alarm.read()).toMatchObject({
      acknowledgedAt: '2026-01-01T12:05:00.123Z',
      closedBy: 'bob',
    });
    expect((await alarm.setAside()).map(({ reason }) => textOf(reason)).toSorted()).toEqual([
      'EVENT_ID_PAYLOAD_CONFLICT',
      'HISTORY_CONFLICT',
    ]);
  });

  it('keeps a task and an alarm of the same id apart', async () => {
    const alarm = await openAlarm(client, 'namesake');
    const task = await createTask(client, { taskId: alarm.id });
    expect(await deliverAll(task, [startedBy('w1')])).toEqual(['200 accepted']);
    const taken = { ...acknowledged, sequence: 1, eventId: `${alarm.id}-1` };
    expect(codeOf(await alarm.deliver(taken))).toBe('409 EVENT_ID_PAYLOAD_CONFLICT');
    expect(codeOf(await alarm.deliver({ ...taken, eventId: `${alarm.id}-a` }))).toBe(
      '200 accepted',
    );
    const completed = { type: 'TaskCompleted', attempt: 1, artifactSha256: SHA };
    expect(await deliverAll(task, [{ ...completed, artifactVerified: true }], 2)).toEqual([
      '200 accepted',
    ]);
    expect(await alarm.told()).toEqual(['1 AlarmAcknowledged']);
    expect(await task.told()).toEqual(['1 TaskStarted', '2 TaskCompleted']);
    expect([await task.refusals(), (await alarm.refusals()).length]).toEqual([[], 1]);
    expect([await task.setAside(), (await alarm.setAside()).length]).toEqual([[], 1]);
  });
});
