/** The worked history of a late completion, digit for digit over HTTP, under both policies. */
import { beforeAll, expect, it } from 'vitest';
import { checkedClientOf } from '../support/checked-client.ts';
import type { Answer, Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';

const SHA = '9'.repeat(64);
const start = { type: 'StartTask', workerId: 'w1' };
const cancel = {
  type: 'RequestCancellation',
  requester: 'user',
  reason: 'no longer needed',
  signalId: 'sig-9',
};
const complete = { type: 'CompleteTask', attempt: 1, artifactSha256: SHA, artifactVerified: true };
const confirm = {
  type: 'ConfirmCancellation',
  attempt: 1,
  effectsReconciled: true,
  effectCheck: 'none',
  stoppedAtSequence: 3,
};

const line = (answer: Answer): string =>
  `${answer.status} ${answer.text('code')}${answer.text('outcome')} ${answer.text('task.status')}` +
  `/v${JSON.stringify(answer.at('task.version'))}/a${JSON.stringify(answer.at('task.attempt'))}`;

onEachEngine('a late completion', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await checkedClientOf((await serveHere(await database())).url);
  });

  const begin = async (
    policy: string,
  ): Promise<(command: object, version: number) => Promise<Answer>> => {
    const created = await client.post('/v1/tasks', { taskId: policy, policy });
    expect(line(created)).toBe('201  queued/v0/a0');
    const send = (command: object, expectedVersion: number): Promise<Answer> =>
      client.post(`/v1/tasks/${policy}/commands`, { ...command, expectedVersion });
    expect(line(await send(start, 0))).toBe('200 accepted running/v1/a1');
    const cancelling = await send(cancel, 1);
    expect(line(cancelling)).toBe('200 accepted cancelling/v2/a1');
    expect(cancelling.at('task.cancellationSignalId')).toBe('sig-9');
    return send;
  };

  const historyOf = async (taskId: string): Promise<string[]> => {
    const { body } = await client.get(`/v1/tasks/${taskId}/events`);
    return (body['items'] as { sequence: number; type: string }[]).map(
      ({ sequence, type }) => `${sequence} ${type}`,
    );
  };

  it('wins under completion-wins, and the evidence says that there was a race', async () => {
    const send = await begin('completion-wins');
    const completed = await send(complete, 2);
    expect(line(completed)).toBe('200 accepted completed/v3/a1');
    expect(completed.at('task.artifactSha256')).toBe(SHA);
    expect(completed.at('evidence')).toMatchObject({
      version: 3,
      previousStatus: 'cancelling',
      nextStatus: 'completed',
      completionWonCancellationRace: true,
    });
    expect(line(await send(confirm, 3))).toBe('409 TERMINAL_STATE completed/v3/a1');
    expect(await historyOf('completion-wins')).toEqual([
      '0 TaskCreated',
      '1 TaskStarted',
      '2 CancellationRequested',
      '3 TaskCompleted',
    ]);
  });

  it('loses under cancellation-wins, however often it is sent', async () => {
    const send = await begin('cancellation-wins');
    for (const _ of [1, 2, 3])
      expect(line(await send(complete, 2))).toBe('409 CANCELLATION_WINS cancelling/v2/a1');
    expect(line(await send(confirm, 2))).toBe('200 accepted cancelled/v3/a1');
    expect(await historyOf('cancellation-wins')).toEqual([
      '0 TaskCreated',
      '1 TaskStarted',
      '2 CancellationRequested',
      '3 TaskCancelled',
    ]);
  });

  it('that nothing raced with says so too', async () => {
    await client.post('/v1/tasks', { taskId: 'plain' });
    await client.post('/v1/tasks/plain/commands', { ...start, expectedVersion: 0 });
    const completed = await client.post('/v1/tasks/plain/commands', {
      ...complete,
      expectedVersion: 1,
    });
    expect(completed.at('evidence.completionWonCancellationRace')).toBe(false);
  });
});
