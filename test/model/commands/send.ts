/** Sends an event in its turn: it is answered as the judge says. */
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

/** In its turn an event is answered as the judge says; the model knows what was accepted. */
export const sendInTurn = async (
  model: Model,
  real: Real,
  target: Modelled,
  fact: Fact,
  eventId: string,
): Promise<void> => {
  const expected = expectedOf(real.lifecycle, target, fact);
  const answer = await real.deliver(target.instanceId, fact, eventId, target.history.length);
  expect(wordFor(answer)).toBe(expected.accepted ? 'accepted' : expected.reason);
  const now = expected.accepted ? note(model, target, { ...fact, eventId }, expected.next) : target;
  expectInstance(answer.instance, now);
};

export class Send extends AboutOne {
  readonly what = 'send';

  act(model: Model, real: Real, target: Modelled, fact: Fact): Promise<void> {
    return sendInTurn(model, real, target, fact, real.newId());
  }
}
