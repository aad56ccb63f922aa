/**
 * Alarms: one per key, one event per real change. The danger: the same rule fires on
 * several nodes, two operators press at once, and an alarm comes twice or reopens.
 */
import { beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { codeOf, firing, itemsOf, openAlarm, strictClientOf, tally, textOf } from './support.ts';

const acknowledge = { type: 'AcknowledgeAlarm', expectedStatus: 'OPEN' };
const close = { type: 'CloseAlarm', expectedStatus: 'OPEN' };

onEachEngine('an alarm', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
  });

  it('is another one wherever a part of its key differs, and the same one wherever none does', async () => {
    const keys = [
      ['a:b', 'c', '1'],
      ['a', 'b:c', '1'],
      ['a', 'b', 'c:1'],
      ['a","b', 'c', '1'],
      ['a', 'b","c', '1'],
      ['a\\', 'b', '1'],
      ['a ', 'b', '1'],
      ['A', 'b', '1'],
      ['\u00e9', 'b', '1'],
      ['e\u0301', 'b', '1'],
      ['big', 'b', '9007199254740992'],
      ['big', 'b', '9007199254740993'],
    ] as const;
    const open = (): Promise<Answer[]> =>
      Promise.all(
        keys.map(([ruleCode, deviceId, telemetryEventId]) =>
          client.post('/v1/alarms', firing(telemetryEventId, { ruleCode, deviceId })),
        ),
      );
    const [first, again] = [await open(), await open()];
    expect(first.map((answer) => answer.at('created'))).toEqual(keys.map(() => true));
    expect(again.map((answer) => answer.at('created'))).toEqual(keys.map(() => false));
    const ids = first.map((answer) => answer.text('alarm.alarmId'));
    expect(new Set(ids).size).toBe(keys.length);
    expect(again.map((answer) => answer.text('alarm.alarmId'))).toEqual(ids);
    expect(again.map((answer) => answer.at('alarm.dedupKey'))).toEqual(
      keys.map(([ruleCode, deviceId, telemetryEventId]) => ({
        ruleCode,
        deviceId,
        telemetryEventId,
      })),
    );
  });

  it('that twenty nodes report at once, each in its own words, is told by the one that created it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, node) =>
        client.post('/v1/alarms', firing('nodes', { metricValue: 100 + node })),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 1, 200: 19 });
    const creator = answers.findIndex((answer) => answer.at('created') === true);
    expect(answers[creator]?.status).toBe(201);
    for (const answer of answers) expect(answer.at('alarm')).toEqual(answers[creator]?.at('alarm'));
    const path = answers[0]?.headers.get('location') ?? '';
    const history = itemsOf(await client.get(`${path}/events`));
    expect(history).toMatchObject([{ payload: { metricValue: 100 + creator } }]);
  });

  it('has one winner of two operators, and the other reads who it was and when', async () => {
    const sent = [acknowledge, close].map((command, index) => ({ ...command, by: `op-${index}` }));
    for (const round of [0, 1, 2, 3, 4, 5]) {
      const alarm = await openAlarm(client, `round-${round}`);
      const inTurn = round % 2 === 0 ? sent : sent.toReversed();
      const answers = await Promise.all(inTurn.map((command) => alarm.send(command)));
      expect(tally(answers)).toEqual({ '200 accepted': 1, '409 STATUS_CHANGED': 1 });
      const loser = answers.find(({ status }) => status === 409);
      const now = await alarm.read();
      const change =
        now['status'] === 'ACKED'
          ? `acknowledged by ${textOf(now['acknowledgedBy'])} at ${textOf(now['acknowledgedAt'])}`
          : `closed by ${textOf(now['closedBy'])} at ${textOf(now['closedAt'])}`;
      expect(loser?.text('detail')).toBe(`The alarm is not OPEN: ${change}.`);
      expect(loser?.at('alarm')).toEqual(now);
      expect(await alarm.told()).toHaveLength(1);
      expect(await alarm.refusals()).toMatchObject([
        { reason: 'STATUS_CHANGED', evidence: { version: 1, previousStatus: now['status'] } },
      ]);
    }
  });

  it('acknowledged by ten operators at once is acknowledged once, on a status or a version', async () => {
    for (const saw of [{ expectedStatus: 'OPEN' }, { expectedVersion: 0 }]) {
      const alarm = await openAlarm(client, `ten-${Object.keys(saw).join('')}`);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, operator) =>
          alarm.send({ type: 'AcknowledgeAlarm', by: `op-${operator}`, ...saw }),
        ),
      );
      const first = answers.find(({ status }) => status === 200)?.at('alarm');
      const lost = answers.filter(({ status }) => status === 409);
      expect(lost).toHaveLength(9);
      for (const answer of lost) {
        expect(answer.text('code')).toMatch(/^(?:STATUS_CHANGED|VERSION_CONFLICT)$/u);
        expect(answer.text('detail')).toMatch(/: acknowledged by op-\d at 20\S+Z\.$/u);
        expect(answer.at('alarm')).toEqual(first);
      }
      expect(await alarm.told()).toEqual(['1 AlarmAcknowledged']);
    }
  });

  it.each([
    [[], 'AcknowledgeAlarm', '200 accepted', 'ACKED'],
    [[], 'CloseAlarm', '200 accepted', 'CLOSED'],
    [['AcknowledgeAlarm'], 'AcknowledgeAlarm', '409 ILLEGAL_TRANSITION', 'ACKED'],
    [['AcknowledgeAlarm'], 'CloseAlarm', '200 accepted', 'CLOSED'],
    [['CloseAlarm'], 'AcknowledgeAlarm', '409 TERMINAL_STATE', 'CLOSED'],
    [['AcknowledgeAlarm', 'CloseAlarm'], 'CloseAlarm', '409 TERMINAL_STATE', 'CLOSED'],
  ] as const)('after %j takes %s with %s', async (before, type, expected, status) => {
    const alarm = await openAlarm(client, `move-${before.join()}-${type}`);
    for (const [version, earlier] of before.entries())
      await alarm.send({ type: earlier, by: 'early', expectedVersion: version });
    const answer = await alarm.send({ type, by: 'late', expectedVersion: before.length });
    expect(codeOf(answer)).toBe(expected);
    const now = await alarm.read();
    expect(now['status']).toBe(status);
    const acknowledged = [...before, ...(answer.status === 200 ? [type] : [])].includes(
      'AcknowledgeAlarm',
    );
    expect(now['acknowledgedAt'] !== null).toBe(acknowledged);
    expect(now['acknowledgedBy'] !== null).toBe(acknowledged);
    expect(now['closedAt'] !== null).toBe(status === 'CLOSED');
    expect(now['closedBy'] !== null).toBe(status === 'CLOSED');
    expect(await alarm.told()).toHaveLength(before.length + (answer.status === 200 ? 1 : 0));
  });

  it('that fires again is what it is, in every status, to the last field', async () => {
    const alarm = await openAlarm(client, 'again');
    const closed = { ...close, expectedStatus: 'ACKED', reason: 'cooled down' };
    for (const [version, moves] of [[], [acknowledge], [closed]].entries()) {
      for (const move of moves) await alarm.send({ ...move, by: 'ann' });
      expect((await alarm.read())['version']).toBe(version);
      const before = [await alarm.read(), await alarm.history()];
      const more = { metricValue: 999, severity: 'fatal', triggeredAt: '2026-06-01T00:00:00Z' };
      const repeated = await client.post('/v1/alarms', firing('again', more));
      expect([repeated.status, repeated.at('created')]).toEqual([200, false]);
      expect(repeated.at('alarm')).toEqual(before[0]);
      expect(repeated.headers.get('location')).toBe(alarm.path);
      expect([await alarm.read(), await alarm.history()]).toEqual(before);
    }
  });
});
