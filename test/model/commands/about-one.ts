/** What the commands about one instance have in common: a drawn event aimed at a drawn instance. */
import type { AsyncCommand } from 'fast-check';
import type { Fact } from '../../../src/kernel/lifecycle.ts';
import { aim, type Drawn, type Model, type Modelled, type Real } from './model.ts';

export abstract class AboutOne implements AsyncCommand<Model, Real> {
  abstract readonly what: string;
  readonly #drawn: Drawn;

  constructor(drawn: Drawn) {
    this.#drawn = drawn;
  }

  check(model: Readonly<Model>): boolean {
    return model.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const { target, fact } = aim(model, this.#drawn);
    await this.act(model, real, target, fact);
  }

  abstract act(model: Model, real: Real, target: Modelled, fact: Fact): Promise<void>;

  toString(): string {
    const { index, event } = this.#drawn;
    return `${this.what}(${index}, ${event.type} ${JSON.stringify(event.payload)})`;
  }
}
