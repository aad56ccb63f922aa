/**
 * An alarm's times: cut to milliseconds once, at the edge, kept in UTC, never before the
 * trigger. The danger: one instant is two in two places, and a device whose clock runs
 * ahead makes its alarm impossible to acknowledge.
 */
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { codeOf, openAlarm, strictClientOf, textOf, type Handle } from './support.ts';

const TRIGGERED = '2026-01-01T12:00:00.000Z';
const acknowledge = { type: 'AcknowledgeAlarm', expectedStatus: 'OPEN' };
const close = { type: 'CloseAlarm', expectedStatus: 'OPEN' };

onEachEngine('an alarm', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
  });

  it.each([
    ['2026-01-01T12:00:00.0009999Z', '2026-01-01T12:00:00.000Z'],
    ['2026-01-01T14:30:00.9999999+02:30', TRIGGERED.replace('.000', '.999')],
    ['2026-01-01T06:30:00-05:30', TRIGGERED],
    ['2027-01-01T00:30:00+01:00', '2026-12-31T23:30:00.000Z'],
    ['2026-01-01t12:00:00z', TRIGGERED],
  ])('acknowledged at %s keeps %s, in answer, state and history', async (at, kept) => {
    const alarm = await openAlarm(client, `kept-${at}`);
    const answer = await alarm.send({ ...acknowledge, at });
    expect(answer.at('alarm.acknowledgedAt')).toBe(kept);
    expect(answer.at('event.payload.acknowledgedAt')).toBe(kept);
    expect((await alarm.read())['acknowledgedAt']).toBe(kept);
    expect(await alarm.history()).toMatchObject([{}, { payload: { acknowledgedAt: kept } }]);
  });

  it('is compared in the milliseconds that are kept, not in what is finer', async () => {
    const alarm = await openAlarm(client, 'finer', { triggeredAt: '2026-01-01T12:00:00.9999999Z' });
    const early = await alarm.send({ ...close, at: '2026-01-01T12:00:00.9989999Z' });
    expect(codeOf(early)).toBe('409 TIME_BEFORE_TRIGGER');
    expect(await alarm.told()).toEqual([]);
    const same = await alarm.send({ ...close, at: '2026-01-01T12:00:00.9990000Z' });
    expect(codeOf(same)).toBe('200 accepted');
  });

  const lastEventOf = async (alarm: Handle): Promise<JsonObject> =>
    (await alarm.history()).at(-1) ?? {};

  const skewOf = async (alarm: Handle): Promise<{ skew: number; measured: number }> => {
    const { payload, recordedAt: at } = await lastEventOf(alarm);
    const { clockSkewMs } = payload as { clockSkewMs: number };
    const recordedAt = Date.parse(textOf(at));
    return { skew: clockSkewMs, measured: Date.parse('2199-01-01T00:00:00Z') - recordedAt };
  };

  it.each(['AcknowledgeAlarm', 'CloseAlarm'])(
    'of a device whose clock is ahead takes %s at the trigger, and says by how much it was ahead',
    async (type) => {
      const alarm = await openAlarm(client, `ahead-${type}`, {
        triggeredAt: '2199-01-01T00:00:00Z',
      });
      expect(codeOf(await alarm.send({ type, expectedStatus: 'OPEN' }))).toBe('200 accepted');
      const { acknowledgedAt, closedAt } = await alarm.read();
      expect(acknowledgedAt ?? closedAt).toBe('2199-01-01T00:00:00.000Z');
      const { skew, measured } = await skewOf(alarm);
      expect(Math.abs(skew - measured)).toBeLessThan(10_000);
    },
  );

  it.each(['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000+00:00', '0001-01-01T02:00:00+02:00'])(
    'acknowledged at %s, which says nothing, is acknowledged now, with no word of a skew',
    async (at) => {
      const alarm = await openAlarm(client, `absent-${at}`);
      await alarm.send({ ...acknowledge, at });
      const { payload, recordedAt: moment } = await lastEventOf(alarm);
      const { acknowledgedAt, ...rest } = payload as Record<string, string>;
      const recordedAt = Date.parse(textOf(moment));
      expect(Math.abs(Date.parse(acknowledgedAt ?? '') - recordedAt)).toBeLessThan(10_000);
      expect(rest).toEqual({ acknowledgedBy: 'local' });
    },
  );
});
