/**
 * The service is gone at a moment of the commit, and its sender without an answer. A new
 * one on the same store knows what is stored, and the sender's second try settles it.
 */
import { expect } from 'vitest';
import type { Fact } from '../../../src/kernel/lifecycle.ts';
import type { Store } from '../../../src/store/port.ts';
import { serviceOn } from '../../support/service.ts';
import { AboutOne } from './about-one.ts';
import {
  expectedOf,
  expectInstance,
  note,
  wordFor,
  type Drawn,
  type Model,
  type Modelled,
  type Real,
} from './model.ts';

export type Moment = 'before the commit' | 'after the commit';

/** The store of a process that ends at this moment: its commit never returns. */
const endingAt = (moment: Moment, store: Store, onEnd: () => void): Store => ({
  ...store,
  async commit(partition, items) {
    if (moment === 'after the commit') await store.commit(partition, items);
    onEnd();
    return new Promise(() => {});
  },
});

export class Crash extends AboutOne {
  readonly what: string;
  readonly #moment: Moment;

  constructor(drawn: Drawn, moment: Moment) {
    super(drawn);
    this.#moment = moment;
    this.what = `crash ${moment} of send`;
  }

  async act(model: Model, real: Real, target: Modelled, fact: Fact): Promise<void> {
    const eventId = real.newId();
    const sequence = target.history.length;
    const expected = expectedOf(real.lifecycle, target, fact);
    const outcome = await new Promise<string>((resolve, reject) => {
      const dying = serviceOn(endingAt(this.#moment, real.store, () => resolve('ended')));
      real
        .deliver(target.instanceId, fact, eventId, sequence, dying)
        .then((answer) => resolve(wordFor(answer)), reject);
    });
    expect(outcome).toBe(expected.accepted ? 'ended' : expected.reason);
    real.restart();
    const again = await real.deliver(target.instanceId, fact, eventId, sequence);
    const settled = this.#moment === 'after the commit' ? 'duplicate' : 'accepted';
    expect(wordFor(again)).toBe(expected.accepted ? settled : expected.reason);
    const now = expected.accepted
      ? note(model, target, { ...fact, eventId }, expected.next)
      : target;
    expectInstance(again.instance, now);
  }
}
