/** Every row of the inbox: events delivered from outside under ids and sequences of their own. */
import { beforeAll, expect, it } from 'vitest';
import { checkedClientOf } from '../support/checked-client.ts';
import type { Answer, Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';

const LEASE = 1_900_000_000_000;
const started = { type: 'TaskStarted', attempt: 1, workerId: 'w1', leaseUntilEpochMs: LEASE };
const review = { type: 'HumanReviewRequested', reason: 'look' };
const resolved = { type: 'HumanReviewResolved', reviewer: 'ann', decision: 'go on' };
const completed = {
  type: 'TaskCompleted',
  attempt: 1,
  artifactSha256: 'a'.repeat(64),
  artifactVerified: true,
};

onEachEngine('the inbox', (database) => {
  let client: Client;
  let number = 0;
  beforeAll(async () => {
    client = await checkedClientOf((await serveHere(await database())).url);
  });

  /** A new task, and how to deliver to it. */
  const begin = async () => {
    number += 1;
    const task = `inbox-${number}`;
    await client.post('/v1/tasks', { taskId: task });
    const deliver = (event: object, sequence: number, eventId: string): Promise<Answer> =>
      client.post(`/v1/tasks/${task}/events`, {
        ...event,
        sequence,
        eventId: `${task}-${eventId}`,
      });
    const version = async () => (await client.get(`/v1/tasks/${task}`)).at('version');
    const setAside = async (): Promise<{ eventId: string; reason: string; times: number }[]> => {
      const { body } = await client.get('/v1/quarantine?limit=1000');
      const items = body['items'] as {
        instanceId: string;
        eventId: string;
        reason: string;
        times: number;
        sender: string;
      }[];
      return items
        .filter(({ instanceId, sender }) => instanceId === task && sender === 'local')
        .map(({ eventId, reason, times }) => ({ eventId, reason, times }));
    };
    return { task, deliver, version, setAside };
  };

  it('answers a known event with its first outcome, and changes nothing', async () => {
    const { deliver, version } = await begin();
    const first = await deliver(started, 1, 'e1');
    await deliver(review, 2, 'e2');
    const again = await deliver(started, 1, 'e1');
    expect([first.text('outcome'), again.text('outcome')]).toEqual(['accepted', 'duplicate']);
    expect(again.at('event')).toEqual(first.at('event'));
    expect(await version()).toBe(2);
  });

  it('sets another payload under a known id aside, with its sender, and counts it', async () => {
    const { deliver, version, setAside, task } = await begin();
    await deliver(started, 1, 'e1');
    for (const _ of [1, 2]) {
      const conflict = await deliver({ ...started, workerId: 'w2' }, 1, 'e1');
      expect([conflict.status, conflict.text('code')]).toEqual([409, 'EVENT_ID_PAYLOAD_CONFLICT']);
      expect(conflict.at('task.workerId')).toBe('w1');
    }
    expect(await setAside()).toEqual([
      { eventId: `${task}-e1`, reason: 'EVENT_ID_PAYLOAD_CONFLICT', times: 2 },
    ]);
    expect(await version()).toBe(1);
  });

  it('looks at the event id before the sequence, and at the sequence before the rules', async () => {
    const { deliver } = await begin();
    await deliver(started, 1, 'e1');
    expect((await deliver(started, 9, 'e1')).text('code')).toBe('EVENT_ID_PAYLOAD_CONFLICT');
    expect((await deliver(started, 9, 'new')).text('code')).toBe('SEQUENCE_GAP');
    expect((await deliver(started, 1, 'new')).text('code')).toBe('HISTORY_CONFLICT');
  });

  it('sets an unknown event on a taken sequence aside', async () => {
    const { deliver, setAside, task } = await begin();
    await deliver(started, 1, 'e1');
    const conflict = await deliver(review, 1, 'other');
    expect([conflict.status, conflict.text('code')]).toEqual([409, 'HISTORY_CONFLICT']);
    expect(await setAside()).toEqual([
      { eventId: `${task}-other`, reason: 'HISTORY_CONFLICT', times: 1 },
    ]);
  });

  it('names the expected sequence after a gap, stores nothing, and takes the event later', async () => {
    const { deliver, version } = await begin();
    await deliver(started, 1, 'e1');
    const gap = await deliver(resolved, 3, 'e3');
    expect([gap.status, gap.text('code'), gap.at('expectedSequence')]).toEqual([
      409,
      'SEQUENCE_GAP',
      2,
    ]);
    expect(await version()).toBe(1);
    expect((await deliver(review, 2, 'e2')).text('outcome')).toBe('accepted');
    expect((await deliver(resolved, 3, 'e3')).text('outcome')).toBe('accepted');
  });

  it('gives the rules’ reason for what they refuse, and judges it again when it comes again', async () => {
    const { deliver, version } = await begin();
    for (const _ of [1, 2])
      expect((await deliver(completed, 1, 'early')).text('code')).toBe('ILLEGAL_TRANSITION');
    await deliver(started, 1, 'e1');
    expect((await deliver(completed, 2, 'early')).text('outcome')).toBe('accepted');
    expect(await version()).toBe(2);
  });

  it('names the stored event where the same fact comes under another id, and only the same', async () => {
    const { deliver, task } = await begin();
    await deliver(started, 1, 'e1');
    const same = await deliver({ ...started, leaseUntilEpochMs: LEASE + 1 }, 2, 'again');
    expect([same.status, same.text('code')]).toEqual([409, 'DUPLICATE_FACT']);
    expect(same.text('storedEventId')).toBe(`${task}-e1`);
    const other = await deliver({ ...started, workerId: 'w2' }, 2, 'other');
    expect(other.text('code')).toBe('ILLEGAL_TRANSITION');
    await deliver(completed, 2, 'e2');
    expect((await deliver(completed, 3, 'late')).text('code')).toBe('DUPLICATE_FACT');
    const other2 = { ...completed, artifactSha256: 'b'.repeat(64) };
    expect((await deliver(other2, 3, 'late2')).text('code')).toBe('TERMINAL_STATE');
  });

  it('knows an event id wherever it is stored', async () => {
    const one = await begin();
    const two = await begin();
    await one.deliver(started, 1, 'e1');
    const elsewhere = await client.post(`/v1/tasks/${two.task}/events`, {
      ...started,
      sequence: 1,
      eventId: `${one.task}-e1`,
    });
    expect(elsewhere.text('code')).toBe('EVENT_ID_PAYLOAD_CONFLICT');
    expect(await two.version()).toBe(0);
  });

  it('takes one of two events that come at once under one id, whatever their payloads', async () => {
    const { deliver, version } = await begin();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, worker) =>
        deliver({ ...started, workerId: `w${worker % 2}` }, 1, 'e1'),
      ),
    );
    const outcomes = answers.map((answer) => answer.text('outcome') + answer.text('code'));
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === 'EVENT_ID_PAYLOAD_CONFLICT')).toHaveLength(5);
    expect(await version()).toBe(1);
  });

  it('takes an event that a command produced for the duplicate it is', async () => {
    const { task } = await begin();
    const command = { type: 'StartTask', workerId: 'w1', expectedVersion: 0 };
    const { body } = await client.post(`/v1/tasks/${task}/commands`, command);
    const { event } = body as unknown as {
      event: { eventId: string; sequence: number; type: string; payload: object };
    };
    const echo = await client.post(`/v1/tasks/${task}/events`, {
      ...event.payload,
      type: event.type,
      eventId: event.eventId,
      sequence: event.sequence,
    });
    expect(echo.text('outcome')).toBe('duplicate');
  });

  it('knows no instance that was not created', async () => {
    const answer = await client.post('/v1/tasks/nobody/events', {
      ...started,
      sequence: 1,
      eventId: 'e',
    });
    expect([answer.status, answer.text('code')]).toEqual([404, 'INSTANCE_UNKNOWN']);
  });
});
