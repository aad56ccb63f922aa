/** Creates an instance, asking several times at once: one caller is told that it created. */
import type { AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { vary } from '../layers/vary.ts';
import { created, expectInstance, type Model, type Real } from './model.ts';

export class Create implements AsyncCommand<Model, Real> {
  readonly #input: JsonObject;
  readonly #callers: number;

  constructor(input: JsonObject, callers: number) {
    this.#input = input;
    this.#callers = callers;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const { lifecycle } = real;
    const input = vary(lifecycle, this.#input);
    const id = lifecycle.creation.key === undefined ? real.newId() : null;
    const answers = await Promise.all(
      Array.from({ length: this.#callers }, () => real.create(id, input)),
    );
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      'created',
      ...Array.from({ length: this.#callers - 1 }, () => 'existing'),
    ]);
    const instanceId = answers[0]?.instance?.state.instanceId ?? '';
    const modelled = created(lifecycle, instanceId, input);
    model.push(modelled);
    for (const { instance } of answers) expectInstance(instance, modelled);
  }

  toString(): string {
    return `create(${JSON.stringify(this.#input)}) by ${this.#callers}`;
  }
}
