/** Sends an event on a sequence that is taken: it is a conflict, and nothing is chosen. */
import { expect } from 'vitest';
import type { Fact } from '../../../src/kernel/lifecycle.ts';
import { AboutOne } from './about-one.ts';
import { expectInstance, wordFor, type Model, type Modelled, type Real } from './model.ts';

export class Stale extends AboutOne {
  readonly what = 'send stale';

  async act(model: Model, real: Real, target: Modelled, fact: Fact): Promise<void> {
    for (const sequence of new Set([0, target.history.length - 1])) {
      const answer = await real.deliver(target.instanceId, fact, real.newId(), sequence);
      expect(wordFor(answer)).toBe('HISTORY_CONFLICT');
      expectInstance(answer.instance, model[model.indexOf(target)] ?? target);
    }
  }
}
