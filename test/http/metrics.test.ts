/** The service counts what it answers, by names only. */
import { beforeAll, describe, expect, it } from 'vitest';
import { clientOf, type Client } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';

const firing = {
  ruleCode: 'overheat',
  deviceId: 'boiler-1',
  telemetryEventId: '1',
  metricName: 'temperature',
  metricValue: 104.5,
  threshold: 90,
  triggeredAt: '2026-01-01T00:00:00Z',
};

describe('the metrics', () => {
  let client: Client;
  beforeAll(async () => {
    client = clientOf((await serveHere(await newDatabase.PGlite())).url);
  });

  it('count answers, refusals, duplicates, deduplicated creations, commits and offsets', async () => {
    await client.post('/v1/tasks', { taskId: 't' });
    const start = { type: 'StartTask', workerId: 'w', expectedVersion: 0, commandId: 'c1' };
    await client.post('/v1/tasks/t/commands', start);
    await client.post('/v1/tasks/t/commands', start);
    await client.post('/v1/tasks/t/commands', { ...start, commandId: 'c2' });
    await client.post('/v1/alarms', firing);
    await client.post('/v1/alarms', firing);
    const text = await (await fetch(`${client.url}/metrics`)).text();
    for (const line of [
      'interlock_answers_total{way="creation",lifecycle="task",type="TaskCreated",outcome="created"} 1',
      'interlock_answers_total{way="command",lifecycle="task",type="StartTask",outcome="accepted"} 1',
      'interlock_answers_total{way="command",lifecycle="task",type="StartTask",outcome="duplicate"} 1',
      'interlock_answers_total{way="command",lifecycle="task",type="StartTask",outcome="refused"} 1',
      'interlock_refusals_total{lifecycle="task",reason="VERSION_CONFLICT"} 1',
      'interlock_duplicates_total{lifecycle="task"} 1',
      'interlock_deduplicated_creations_total{lifecycle="alarm"} 1',
      'interlock_commit_group_events_count 3',
      'interlock_commit_seconds_count 3',
      'interlock_writes_waiting 0',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toMatch(/^interlock_feed_offset\{partition="\d"\} \d+$/mu);
  });
});
