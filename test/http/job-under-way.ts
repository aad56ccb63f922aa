/** A job under way on a service of its own, and the promise that a bad request leaves it as it was. */
import { expect } from 'vitest';
import type { Answer, Client } from '../support/client.ts';
import { newDatabase } from '../support/engines.ts';
import { serveHere } from '../support/server.ts';
import { codeOf, createTask, start, strictClientOf, type Handle } from './support.ts';

export interface JobUnderWay {
  readonly client: Client;
  readonly job: Handle;
  /** The job is to the last field what it was when it was started. */
  expectUntouched(): Promise<void>;
  /** The answer is as expected, and the job untouched. */
  expectHarmless(answer: Answer, expected: string): Promise<void>;
}

export const startJob = async (): Promise<JobUnderWay> => {
  const client = await strictClientOf((await serveHere(await newDatabase.PGlite())).url);
  const job = await createTask(client, { payload: { work: true } });
  await job.send({ ...start, expectedVersion: 0 });
  const seen = async (): Promise<unknown> => [await job.read(), await job.history()];
  const before = await seen();
  const expectUntouched = async (): Promise<void> => expect(await seen()).toEqual(before);
  return {
    client,
    job,
    expectUntouched,
    async expectHarmless(answer, expected) {
      expect(codeOf(answer)).toBe(expected);
      await expectUntouched();
    },
  };
};
