/**
 * The danger: XState takes `always` transitions until none is enabled. One that depends on data
 * which no case has would pass the lint and hang the whole process later, inside one step.
 */
import { assign, createMachine, initialTransition, transition } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  boundSettling,
  isEndlessLoop,
  MICROSTEPS_PER_EVENT,
} from '../../src/kernel/lint/settling.ts';

/** Goes round for as long as the wish says. */
const carousel = createMachine({
  context: { rounds: 0, wish: 0 },
  on: { Ridden: { actions: assign({ rounds: 0, wish: ({ event }) => Number(event['rounds']) }) } },
  always: {
    guard: ({ context }) => context.rounds < context.wish,
    actions: assign({ rounds: ({ context }) => context.rounds + 1 }),
  },
});

const catching = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('a machine that was bounded', () => {
  boundSettling(carousel);
  const [still] = initialTransition(carousel);
  const ride = (rounds: number): unknown =>
    catching(() => transition(carousel, still, { type: 'Ridden', rounds })[0].context);

  it('takes the microsteps that it needs to come to rest', () => {
    const most = MICROSTEPS_PER_EVENT - 1;
    expect(ride(most)).toEqual({ rounds: most, wish: most });
  });

  it('throws what the lint knows as a loop instead of hanging', () => {
    expect(isEndlessLoop(ride(Infinity))).toBe(true);
  });

  it.each([
    [undefined, MICROSTEPS_PER_EVENT],
    [10, 10],
    [1e9, MICROSTEPS_PER_EVENT],
  ])('keeps the stricter of its own bound (%s) and the general one', (own, bound) => {
    const machine = createMachine(own === undefined ? {} : { options: { maxIterations: own } });
    boundSettling(machine);
    expect(machine.options.maxIterations).toBe(bound);
  });
});
