/**
 * Alarms. The danger: two operators act on what their screens showed a moment ago; a
 * closed alarm comes back, a first acknowledgement is overwritten, one firing makes two.
 */
import { beforeAll, expect, it } from 'vitest';
import { checkedClientOf } from '../support/checked-client.ts';
import type { Answer, Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { firing } from './support.ts';

onEachEngine('an alarm', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await checkedClientOf((await serveHere(await database())).url);
  });

  const open = async (telemetryEventId: string, more: object = {}): Promise<string> => {
    const answer = await client.post('/v1/alarms', firing(telemetryEventId, more));
    expect(answer.status).toBe(201);
    return `/v1/alarms/${answer.text('alarm.alarmId')}`;
  };
  const send = (alarm: string, type: string, more: object): Promise<Answer> =>
    client.post(`${alarm}/commands`, { type, ...more });
  const typesOf = async (alarm: string): Promise<string[]> => {
    const { body } = await client.get(`${alarm}/events`);
    return (body['items'] as { type: string }[]).map(({ type }) => type);
  };

  it('that fires twenty times at once exists once, and exactly one caller created it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/v1/alarms', firing('parallel'))),
    );
    expect(answers.filter((answer) => answer.at('created') === true)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.text('alarm.alarmId'))).size).toBe(1);
    expect(await typesOf(`/v1/alarms/${answers[0]?.text('alarm.alarmId') ?? ''}`)).toEqual([
      'AlarmOpened',
    ]);
  });

  it('is told apart by every part of its key, whatever stands in the parts', async () => {
    const first = await open('1', { ruleCode: 'r:a', deviceId: 'b' });
    const second = await open('1', { ruleCode: 'r', deviceId: 'a:b' });
    expect(first).not.toBe(second);
  });

  it('keeps a telemetry id beyond 2^53 as it is, and takes no number for it', async () => {
    const alarm = await open('9007199254740993');
    const read = await client.get(alarm);
    expect(read.at('dedupKey.telemetryEventId')).toBe('9007199254740993');
    const number = await client.post('/v1/alarms', { ...firing('x'), telemetryEventId: 7 });
    expect(number.status).toBe(400);
  });

  it('is closed by one of two operators who act at once; the other learns who was first', async () => {
    const alarm = await open('two-operators');
    const answers = await Promise.all([
      send(alarm, 'AcknowledgeAlarm', { by: 'ann', expectedStatus: 'OPEN' }),
      send(alarm, 'CloseAlarm', { by: 'bob', expectedStatus: 'OPEN' }),
    ]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const loser = answers[1 - winner];
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(loser?.text('code')).toBe('STATUS_CHANGED');
    expect(loser?.text('detail')).toMatch(
      winner === 0 ? /acknowledged by ann at 20/u : /closed by bob at 20/u,
    );
    expect(await typesOf(alarm)).toHaveLength(2);
  });

  it('that is closed stays closed, and one acknowledged twice keeps the first time', async () => {
    const alarm = await open('stays');
    const acknowledge = { by: 'ann', expectedStatus: 'OPEN' };
    const first = await send(alarm, 'AcknowledgeAlarm', acknowledge);
    const second = await send(alarm, 'AcknowledgeAlarm', { by: 'bob', expectedStatus: 'OPEN' });
    expect(second.status).toBe(409);
    const third = await send(alarm, 'AcknowledgeAlarm', { by: 'bob', expectedStatus: 'ACKED' });
    expect(third.text('code')).toBe('ILLEGAL_TRANSITION');
    const repeated = await client.post('/v1/alarms', firing('stays', { metricValue: 200 }));
    expect(repeated.status).toBe(200);
    expect(repeated.at('created')).toBe(false);
    expect(repeated.at('alarm')).toMatchObject({
      status: 'ACKED',
      acknowledgedBy: 'ann',
      acknowledgedAt: first.at('alarm.acknowledgedAt'),
      metricValue: 104.5,
    });
    await send(alarm, 'CloseAlarm', { reason: 'cooled down', expectedStatus: 'ACKED' });
    const late = await send(alarm, 'AcknowledgeAlarm', { expectedStatus: 'CLOSED' });
    expect(late.text('code')).toBe('TERMINAL_STATE');
    expect(await typesOf(alarm)).toEqual(['AlarmOpened', 'AlarmAcknowledged', 'AlarmClosed']);
    const read = await client.get(alarm);
    expect(read.body).toMatchObject({ closeReason: 'cooled down', closedBy: 'local', allowed: [] });
  });

  it('of a device whose clock is ahead can be acknowledged, and the skew is recorded', async () => {
    const alarm = await open('ahead', { triggeredAt: '2199-01-01T00:00:00Z' });
    const answer = await send(alarm, 'AcknowledgeAlarm', { expectedStatus: 'OPEN' });
    expect(answer.at('alarm.acknowledgedAt')).toBe('2199-01-01T00:00:00.000Z');
    expect(Number(answer.at('event.payload.clockSkewMs'))).toBeGreaterThan(0);
  });

  it.each([
    ['2026-01-01T12:00:00.9999999Z', '2026-01-01T12:00:00.999Z'],
    ['2026-01-01T12:00:00+02:00', '2026-01-01T10:00:00.000Z'],
    ['2024-02-29T00:00:00.1Z', '2024-02-29T00:00:00.100Z'],
  ])('triggered at %s is kept as %s', async (given, kept) => {
    const alarm = await open(`at-${given}`, { triggeredAt: given });
    expect((await client.get(alarm)).at('triggeredAt')).toBe(kept);
  });

  it.each([
    '0001-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    'yesterday',
    '2026-01-01T25:00:00Z',
  ])('cannot be triggered at %s', async (triggeredAt) => {
    const answer = await client.post('/v1/alarms', firing('bad-time', { triggeredAt }));
    expect(answer.status).toBe(400);
    expect(answer.at('faults.0.path')).toBe('triggeredAt');
  });

  it('is not acknowledged before it was triggered, and an absent time is the server’s', async () => {
    const alarm = await open('before');
    const early = { at: '2026-01-01T11:59:59.999Z', expectedStatus: 'OPEN' };
    expect((await send(alarm, 'AcknowledgeAlarm', early)).text('code')).toBe('TIME_BEFORE_TRIGGER');
    const absent = { at: '0001-01-01T00:00:00Z', expectedVersion: 0 };
    const answer = await send(alarm, 'AcknowledgeAlarm', absent);
    expect(answer.status).toBe(200);
    expect(answer.text('alarm.acknowledgedAt') > '2026-01-01T12:00:00.000Z').toBe(true);
  });

  it('is commanded only on a status or a version', async () => {
    const alarm = await open('precondition');
    const answer = await send(alarm, 'CloseAlarm', {});
    expect([answer.status, answer.text('code')]).toEqual([428, 'EXPECTED_STATUS_REQUIRED']);
    const unknown = await send(alarm, 'CloseAlarm', { expectedStatus: 'SNOOZED' });
    expect(unknown.status).toBe(400);
  });
});
