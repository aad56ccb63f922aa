/** Sends an event ahead of its turn: it is told which one is expected, and comes in once that is there. */
import { expect } from 'vitest';
import type { Fact } from '../../../src/kernel/lifecycle.ts';
import { AboutOne } from './about-one.ts';
import { expectInstance, wordFor, type Model, type Modelled, type Real } from './model.ts';
import { sendInTurn } from './send.ts';

export class Gap extends AboutOne {
  readonly what = 'send with a gap';

  async act(model: Model, real: Real, target: Modelled, fact: Fact): Promise<void> {
    const eventId = real.newId();
    const next = target.history.length;
    const answer = await real.deliver(target.instanceId, fact, eventId, next + 1);
    expect(wordFor(answer)).toBe('SEQUENCE_GAP');
    expect(answer).toMatchObject({ more: { expectedSequence: next } });
    expectInstance(answer.instance, target);
    // Nothing was kept of it: its id is free.
    await sendInTurn(model, real, target, fact, eventId);
  }
}
