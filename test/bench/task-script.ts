/**
 * The commands that keep one task busy: started, failed with a retry left, started
 * again, each naming the version it was decided on. A task that has used up its
 * attempts is replaced by a new one.
 */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../src/kernel/json.ts';

const MOST_ATTEMPTS = 1_000;

/** How a script reaches the service: in this process or over HTTP. */
export interface Reach {
  create(body: JsonObject): Promise<void>;
  command(taskId: string, body: JsonObject): Promise<void>;
}

export class TaskScript {
  readonly #reach: Reach;
  #taskId = '';
  #version = 0;
  #attempt = MOST_ATTEMPTS;
  #isRunning = false;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** The next command, stored as one event. */
  async advance(): Promise<void> {
    if (!this.#isRunning && this.#attempt >= MOST_ATTEMPTS - 1) await this.#renew();
    await this.#reach.command(this.#taskId, this.#next());
    this.#version += 1;
    if (!this.#isRunning) this.#attempt += 1;
    this.#isRunning = !this.#isRunning;
  }

  async #renew(): Promise<void> {
    this.#taskId = randomUUID();
    this.#version = 0;
    this.#attempt = 0;
    this.#isRunning = false;
    await this.#reach.create({
      taskId: this.#taskId,
      maxAttempts: MOST_ATTEMPTS,
      payload: { month: '2026-10' },
    });
  }

  #next(): JsonObject {
    const expectedVersion = this.#version;
    return this.#isRunning
      ? {
          type: 'FailAttempt',
          attempt: this.#attempt,
          errorCode: 'TIMEOUT',
          retryable: true,
          expectedVersion,
        }
      : { type: 'StartTask', workerId: 'worker-1', expectedVersion };
  }
}
