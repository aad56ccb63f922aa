/** What callers entrust to the service is in no log line and no metric: payloads, tokens, queries, unknown paths' headers. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { spawnServer } from '../support/server.ts';

const PLANTED = 'PLANTED-SECRET';
const token = `${PLANTED}-token`;
const tokens = JSON.stringify([
  { name: 'ann', roles: ['admin'], sha256: createHash('sha256').update(token).digest('hex') },
]);

describe('the log and the metrics', () => {
  it('hold no payload, token, query, header or body, whether the request succeeds or not', async () => {
    const server = await spawnServer({
      ...(await newDatabase.PGlite()),
      TOKENS: tokens,
      LOG_LEVEL: 'trace',
    });
    const client = clientOf(server.url, { Authorization: `Bearer ${token}` });
    const json = { 'Content-Type': 'application/json' };
    await client.post('/v1/tasks', { taskId: 't', payload: { password: PLANTED } });
    await client.post('/v1/tasks', { taskId: 't2', payload: PLANTED, [PLANTED]: 1 });
    await client.post('/v1/tasks/t/commands', {
      type: 'RequestCancellation',
      requester: 'user',
      reason: PLANTED,
      expectedVersion: 0,
    });
    await client.post('/v1/tasks/t/commands', {
      type: 'StartTask',
      workerId: PLANTED,
      expectedVersion: 1,
    });
    await client.post('/v1/tasks/t/events', {
      type: 'HumanReviewRequested',
      eventId: 'e1',
      sequence: 1,
      reason: PLANTED,
    });
    await client.get(`/v1/tasks?kind=${PLANTED}`);
    await client.get(`/v1/tasks?${PLANTED}=1`);
    await client.get('/v1/tasks/t', { 'X-Anything': PLANTED, Cookie: PLANTED });
    await client.send('/v1/tasks', { method: 'POST', headers: json, body: `{"${PLANTED}` });
    await client.get('/v1/tasks/t', { Authorization: `Bearer ${PLANTED}-wrong` });
    const metrics = await fetch(`${server.url}/metrics`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const text = await metrics.text();
    await server.stop();

    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"requestId"'));
    expect(lines).toHaveLength(11);
    expect(server.output()).not.toContain(PLANTED);
    expect(text).not.toContain(PLANTED);
  });
});
