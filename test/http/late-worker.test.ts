/**
 * A worker that was thought dead comes back, and parties act on what they saw a moment
 * ago. The danger: the late report finishes, fails or takes back what is somebody else's
 * by now.
 */
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Client } from '../support/client.ts';
import { onEachEngine } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import {
  cancel,
  codeOf,
  complete,
  createTask,
  SHA,
  start,
  strictClientOf,
  type Handle,
} from './support.ts';

const failAttempt = { type: 'FailAttempt', attempt: 1, errorCode: 'LOST', retryable: true };
const verified = { attempt: 1, artifactSha256: SHA, artifactBytes: 1 };

onEachEngine('a task', (database) => {
  let client: Client;
  beforeAll(async () => {
    client = await strictClientOf((await serveHere(await database())).url);
  });

  /** Sends commands one after the other, each decided on what the one before left. */
  const send = async (task: Handle, ...commands: readonly object[]): Promise<string[]> => {
    const codes: string[] = [];
    for (const command of commands) {
      const { version } = await task.read();
      codes.push(codeOf(await task.send({ ...command, expectedVersion: version })));
    }
    return codes;
  };

  /** Attempt 1 of w1 was given up; w2 works on attempt 2, and writes its artifact. */
  const inSecondAttempt = async (): Promise<Handle> => {
    const task = await createTask(client);
    await send(task, start, failAttempt, { ...start, workerId: 'w2' });
    await send(task, { type: 'StartArtifact', attempt: 2 });
    return task;
  };

  it('refuses every report of an attempt that is over, and leaves the new one untouched', async () => {
    const task = await inSecondAttempt();
    const before = await task.read();
    const late: JsonObject[] = [
      { ...complete, workerId: 'w1' },
      { ...failAttempt, workerId: 'w1' },
      { type: 'FailTask', attempt: 1, errorCode: 'LATE' },
      { type: 'VerifyArtifact', ...verified },
      { type: 'FailArtifact', attempt: 1, errorCode: 'LATE' },
      { type: 'ObserveLeaseExpired', attempt: 1 },
    ];
    expect(await send(task, ...late)).toEqual(late.map(() => '409 ATTEMPT_MISMATCH'));
    expect(await task.read()).toEqual(before);
    expect(before).toMatchObject({ attempt: 2, workerId: 'w2', status: 'running' });
    expect((await task.refusals()).map(({ reason }) => reason)).toEqual(
      late.map(() => 'ATTEMPT_MISMATCH'),
    );
  });

  it('gives the lease back to nobody but the worker of the attempt under way', async () => {
    const task = await inSecondAttempt();
    const { leaseUntilEpochMs } = await task.read();
    const observed = Number(leaseUntilEpochMs) + 1;
    const expired = { type: 'ObserveLeaseExpired', attempt: 2, observedAtEpochMs: observed };
    expect(await send(task, expired)).toEqual(['200 accepted']);
    const renew = { type: 'RenewLease', leaseMs: 3_600_000 };
    expect(
      await send(
        task,
        { ...renew, attempt: 1, workerId: 'w1' },
        { ...renew, attempt: 2, workerId: 'w1' },
        { ...renew, attempt: 2, workerId: 'w2' },
      ),
    ).toEqual(['409 ATTEMPT_MISMATCH', '409 WORKER_MISMATCH', '200 accepted']);
    expect(await task.read()).toMatchObject({ attempt: 2, workerId: 'w2', status: 'running' });
  });

  it('that was completed is not failed by a sweep that read its list a moment ago', async () => {
    const task = await createTask(client, { kind: 'swept' });
    await send(task, start);
    const list = await client.get('/v1/tasks?kind=swept&status=running&limit=1');
    const version = list.at('items.0.version');
    await send(task, complete);
    const sweep = { type: 'FailTask', attempt: 1, errorCode: 'STUCK', expectedVersion: version };
    expect(codeOf(await task.send(sweep))).toBe('409 VERSION_CONFLICT');
    expect(await send(task, sweep)).toEqual(['409 TERMINAL_STATE']);
    expect(await task.told()).toEqual(['1 TaskStarted', '2 TaskCompleted']);
  });

  it('keeps its artifact where it is when its cancellation is requested', async () => {
    const task = await createTask(client);
    await send(task, start, { type: 'StartArtifact', attempt: 1 });
    await send(task, { type: 'VerifyArtifact', ...verified });
    const { artifactSha256, regions } = await task.read();
    expect(await send(task, cancel)).toEqual(['200 accepted']);
    expect(await task.read()).toMatchObject({
      status: 'cancelling',
      artifactSha256,
      regions: { ...(regions as JsonObject), cancellation: 'requested' },
    });
  });

  it('that has ended refuses every command, and no field of it changes', async () => {
    const task = await createTask(client);
    await send(task, start, complete);
    const before = [await task.read(), await task.history()];
    const late = [
      { ...start, workerId: 'w2' },
      cancel,
      failAttempt,
      { type: 'RequestReview', reason: 'late' },
      { type: 'VerifyArtifact', ...verified },
    ];
    expect(await send(task, ...late)).toEqual(late.map(() => '409 TERMINAL_STATE'));
    expect([await task.read(), await task.history()]).toEqual(before);
  });
});
