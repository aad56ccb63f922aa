/**
 * `allowed` is what a caller may rely on: a command it names has a place here, one it
 * leaves out is refused for its status or region. And what has ended takes nothing more,
 * down to the last field of its state.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Client } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { cancel, codeOf, complete, confirm, createTask, openAlarm } from './support.ts';
import { SHA, start, strictClientOf, type Handle } from './support.ts';

const artifact = { attempt: 1, artifactSha256: SHA, artifactBytes: 1 };
const fail = { type: 'FailAttempt', attempt: 1, errorCode: 'E', retryable: true };
const failForGood = { type: 'FailTask', attempt: 1, errorCode: 'E' };
const write = { type: 'StartArtifact', attempt: 1 };
const suspect = { type: 'ObserveLeaseExpired', attempt: 1, observedAtEpochMs: 8e15 };
const review = { type: 'RequestReview', reason: 'look' };

/** Every command of a task, as it would be accepted in attempt 1 where it has a place. */
const commands: readonly JsonObject[] = [
  start,
  cancel,
  complete,
  fail,
  failForGood,
  confirm,
  { type: 'ReconcileEffects', effectCheck: 'nothing left' },
  write,
  { type: 'VerifyArtifact', ...artifact },
  { type: 'FailArtifact', attempt: 1, errorCode: 'E' },
  { type: 'RecoverArtifact', ...artifact },
  suspect,
  { type: 'RenewLease', attempt: 1 },
  review,
  { type: 'ResolveReview', decision: 'go on' },
];

const ways: Readonly<Record<string, readonly object[]>> = {
  'that waits': [],
  'that waits in doubt': [start, { ...fail, effectsInDoubt: true }],
  'that runs': [start],
  'that writes': [start, write],
  'that has written': [start, write, { type: 'VerifyArtifact', ...artifact }],
  'whose writing failed': [start, write, { type: 'FailArtifact', attempt: 1, errorCode: 'E' }],
  'whose worker is silent': [start, suspect],
  'under review': [start, review],
  'that is being cancelled': [start, cancel],
  'that is being cancelled under review': [start, cancel, review],
};
const ends: Readonly<Record<string, readonly object[]>> = {
  completed: [start, complete],
  failed: [start, failForGood],
  cancelled: [cancel],
  'cancelled while it ran': [start, cancel, confirm],
};

const facts: readonly JsonObject[] = [
  { type: 'TaskStarted', attempt: 2, workerId: 'w9', leaseUntilEpochMs: 1 },
  { type: 'CancellationRequested', signalId: 's9', requester: 'system', reason: 'late' },
  { type: 'EffectsReconciled', effectCheck: 'late' },
  { type: 'TaskCompleted', attempt: 1, artifactSha256: 'b'.repeat(64), artifactVerified: true },
  { type: 'AttemptFailed', attempt: 1, errorCode: 'LATE', retryable: true, nextAttempt: 2 },
  { type: 'TaskFailed', attempt: 1, errorCode: 'LATE' },
  { type: 'TaskCancelled', stoppedAtSequence: 9, effectsReconciled: true, effectCheck: 'late' },
  { type: 'ArtifactWriteStarted', attempt: 1 },
  { type: 'ArtifactVerified', attempt: 1, artifactSha256: 'b'.repeat(64), artifactBytes: 9 },
  { type: 'ArtifactFailed', attempt: 1, errorCode: 'LATE' },
  { type: 'ArtifactRecovered', attempt: 1, artifactSha256: 'b'.repeat(64), artifactBytes: 9 },
  { type: 'LeaseExpiredObserved', attempt: 1, observedAtEpochMs: 8e15 },
  { type: 'LeaseRenewed', attempt: 1, leaseUntilEpochMs: 8e15 },
  { type: 'HumanReviewRequested', reason: 'late' },
  { type: 'HumanReviewResolved', reviewer: 'late', decision: 'late' },
];

describe('a task', () => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await newDatabase.PGlite())).url);
  });

  const led = async (way: readonly object[]): Promise<Handle> => {
    const task = await createTask(client);
    for (const [expectedVersion, command] of way.entries())
      expect(codeOf(await task.send({ ...command, expectedVersion }))).toBe('200 accepted');
    return task;
  };
  const allowedOf = async (task: Handle): Promise<unknown[]> =>
    (await task.read())['allowed'] as unknown[];

  it.each(Object.entries(ways))('%s allows exactly what has a place there', async (_, way) => {
    const task = await led(way);
    const allowed = await allowedOf(task);
    const found: unknown[] = [];
    for (const command of commands) {
      // Another attempt is refused by a condition, so the task stays as it is.
      const other = 'attempt' in command ? { attempt: 99 } : {};
      const inPlace = 'attempt' in command || !allowed.includes(command['type'] ?? null);
      const on = inPlace ? task : await led(way);
      const answer = await on.send({ ...command, ...other, expectedVersion: way.length });
      if (!/ILLEGAL_TRANSITION|TERMINAL_STATE/u.test(codeOf(answer))) found.push(command['type']);
    }
    expect(allowed).toEqual(found);
    expect(await task.told()).toHaveLength(way.length);
  });

  it.each(Object.entries(ends))(
    'that has %s allows nothing, and nothing changes it',
    async (_, way) => {
      const task = await led(way);
      expect(await allowedOf(task)).toEqual([]);
      const before = [await task.read(), await task.history()];
      for (const command of commands) {
        const answer = await task.send({ ...command, expectedVersion: way.length });
        expect(codeOf(answer)).toBe('409 TERMINAL_STATE');
      }
      for (const [index, fact] of facts.entries()) {
        const sent = { ...fact, sequence: way.length + 1, eventId: `${task.id}-${index}` };
        const answer = await task.deliver(sent);
        expect(codeOf(answer)).toBe('409 TERMINAL_STATE');
      }
      expect([await task.read(), await task.history()]).toEqual(before);
      expect(await task.refusals()).toHaveLength(commands.length + facts.length);
    },
  );

  it('names commands and facts here that are all there are', async () => {
    const { body } = await client.get('/v1/lifecycles/task');
    const types = (field: string): unknown[] =>
      (body[field] as JsonObject[]).map(({ type }) => type);
    expect(commands.map(({ type }) => type)).toEqual(types('commands'));
    expect(['TaskCreated', ...facts.map(({ type }) => type)]).toEqual(types('events'));
  });

  it('is answered like an alarm, which allows both moves, then one, then none', async () => {
    const alarm = await openAlarm(client, 'allowed');
    const seen = [await allowedOf(alarm)];
    for (const type of ['AcknowledgeAlarm', 'CloseAlarm']) {
      await alarm.send({ type, expectedVersion: seen.length - 1 });
      seen.push(await allowedOf(alarm));
    }
    expect(seen).toEqual([['AcknowledgeAlarm', 'CloseAlarm'], ['CloseAlarm'], []]);
  });
});
