/**
 * The worked history of a late completion with every write sent twice, as commands and as
 * delivered events. The danger: an answer gets lost, the sender asks again, and the second
 * time counts.
 */
import { beforeAll, expect, it } from 'vitest';
import { foldTask, historyOf } from '../support/history.ts';
import { onEachEngine } from '../support/engines.ts';
import type { Answer, Client } from '../support/client.ts';
import { serveHere } from '../support/server.ts';
import { cancel, complete, confirm, createTask, SHA, start, strictClientOf } from './support.ts';
import type { Handle } from './support.ts';

const line = (answer: Answer): string =>
  `${answer.status} ${answer.text('task.status')}/v${Number(answer.at('task.version'))}` +
  `/a${Number(answer.at('task.attempt'))} ${answer.text('code')}`.trimEnd();

type Step = readonly [command: object, expectedVersion: number, answer: string];

const late = { ...confirm, stoppedAtSequence: 3 };
const scripts: readonly (readonly [policy: string, steps: readonly Step[], told: string[]])[] = [
  [
    'completion-wins',
    [
      [start, 0, '200 running/v1/a1'],
      [{ ...cancel, signalId: 'sig-9' }, 1, '200 cancelling/v2/a1'],
      [complete, 2, '200 completed/v3/a1'],
      [late, 3, '409 completed/v3/a1 TERMINAL_STATE'],
    ],
    ['1 TaskStarted', '2 CancellationRequested', '3 TaskCompleted'],
  ],
  [
    'cancellation-wins',
    [
      [start, 0, '200 running/v1/a1'],
      [{ ...cancel, signalId: 'sig-9' }, 1, '200 cancelling/v2/a1'],
      [complete, 2, '409 cancelling/v2/a1 CANCELLATION_WINS'],
      [late, 2, '200 cancelled/v3/a1'],
      [complete, 3, '409 cancelled/v3/a1 TERMINAL_STATE'],
    ],
    ['1 TaskStarted', '2 CancellationRequested', '3 TaskCancelled'],
  ],
];

const facts = [
  { type: 'TaskStarted', attempt: 1, workerId: 'w1', leaseUntilEpochMs: 1_900_000_000_000 },
  { type: 'CancellationRequested', signalId: 'sig-9', requester: 'user', reason: 'not needed' },
  { type: 'TaskCompleted', attempt: 1, artifactSha256: SHA, artifactVerified: true },
];
const stopped = { type: 'TaskCancelled', stoppedAtSequence: 3, effectsReconciled: true };

onEachEngine('the worked history, every write sent twice', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
  });

  /** What is folded from the history alone is what the service says. */
  const expectFolded = async (task: Handle): Promise<void> => {
    const folded = foldTask(await historyOf(client, task.id));
    const { status, version, regions, attempt } = await task.read();
    expect(folded).toMatchObject({ status, version, regions });
    expect(folded?.context['attempt']).toBe(attempt);
  };

  it.each(scripts)('is the same under %s, digit for digit', async (policy, steps, told) => {
    const fields = { policy, commandId: `twice-${policy}` };
    const task = await createTask(client, fields);
    const again = await client.post('/v1/tasks', fields);
    expect([line(again), again.at('created')]).toEqual(['200 queued/v0/a0', false]);
    for (const [index, [command, expectedVersion, expected]] of steps.entries()) {
      const sent = { ...command, expectedVersion, commandId: `step-${index}` };
      const [first, second] = [await task.send(sent), await task.send(sent)];
      expect([line(first), line(second)]).toEqual([expected, expected]);
      expect(second.at('event')).toEqual(first.at('event'));
      expect(second.at('evidence')).toEqual(first.at('evidence'));
      const changed = first.status === 200 ? [true, false] : [undefined, undefined];
      expect([first.at('changed'), second.at('changed')]).toEqual(changed);
    }
    expect(await task.told()).toEqual(told);
    await expectFolded(task);
  });

  it('has refused each time what it refused twice, and wrote down who asked for what', async () => {
    const task = await createTask(client, { policy: 'cancellation-wins' });
    await task.send({ ...start, expectedVersion: 0 });
    await task.send({ ...cancel, expectedVersion: 1 });
    const sent = { ...complete, expectedVersion: 2, commandId: 'late' };
    for (const _ of [1, 2]) await task.send(sent);
    const refusal = {
      type: 'CompleteTask',
      sentId: 'late',
      reason: 'CANCELLATION_WINS',
      actor: 'local',
      evidence: { lifecycleVersion: 1, version: 2, previousStatus: 'cancelling' },
    };
    expect(await task.refusals()).toMatchObject([refusal, refusal]);
  });

  it('is the same where outside systems deliver it as events', async () => {
    const task = await createTask(client, { policy: 'completion-wins' });
    for (const [index, fact] of facts.entries()) {
      const delivery = { ...fact, sequence: index + 1, eventId: `${task.id}-${index + 1}` };
      const first = await task.deliver(delivery);
      const second = await task.deliver(delivery);
      expect([first.text('outcome'), second.text('outcome')]).toEqual(['accepted', 'duplicate']);
      expect(second.at('event')).toEqual(first.at('event'));
    }
    for (const eventId of ['late', 'late', 'later']) {
      const answer = await task.deliver({ ...stopped, sequence: 4, eventId: task.id + eventId });
      expect(line(answer)).toBe('409 completed/v3/a1 TERMINAL_STATE');
    }
    const history = await task.history();
    expect(history.map(({ evidence }) => evidence)).toMatchObject([
      { version: 0, previousStatus: null, nextStatus: 'queued' },
      { version: 1, previousStatus: 'queued', nextStatus: 'running' },
      { version: 2, previousStatus: 'running', nextStatus: 'cancelling' },
      { version: 3, nextStatus: 'completed', completionWonCancellationRace: true },
    ]);
    await expectFolded(task);
  });
});
