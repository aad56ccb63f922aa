/**
 * Sends one event twice at once, again later, and then something else under its id: it
 * happens once, both senders are told the same, and the other payload is a conflict.
 */
import { expect } from 'vitest';
import type { Fact } from '../../../src/kernel/lifecycle.ts';
import { AboutOne } from './about-one.ts';
import {
  expectedOf,
  expectInstance,
  note,
  wordFor,
  type Model,
  type Modelled,
  type Real,
} from './model.ts';

export class SendTwice extends AboutOne {
  readonly what = 'send twice';

  async act(model: Model, real: Real, target: Modelled, fact: Fact): Promise<void> {
    const eventId = real.newId();
    const sequence = target.history.length;
    const expected = expectedOf(real.lifecycle, target, fact);
    const deliver = (sent: Fact) => real.deliver(target.instanceId, sent, eventId, sequence);
    const answers = await Promise.all([deliver(fact), deliver(fact)]);
    answers.push(await deliver(fact));
    const words = expected.accepted
      ? ['accepted', 'duplicate', 'duplicate']
      : [expected.reason, expected.reason, expected.reason];
    expect(answers.map(wordFor).toSorted()).toEqual(words);
    const now = expected.accepted
      ? note(model, target, { ...fact, eventId }, expected.next)
      : target;
    for (const { instance } of answers) expectInstance(instance, now);
    if (!expected.accepted) return;
    const other = await deliver({ ...fact, payload: { ...fact.payload, other: true } });
    expect(wordFor(other)).toBe('EVENT_ID_PAYLOAD_CONFLICT');
    expectInstance(other.instance, now);
  }
}
