/**
 * INVARIANT_BROKEN is the last question: asked of the state that the step would give,
 * after the conditions, in production too. No sound lifecycle reaches it, so this one
 * is unsound on purpose.
 */
import { expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { z } from 'zod';
import { guardsOf, type Condition } from '../../src/kernel/condition.ts';
import type { Lifecycle } from '../../src/kernel/lifecycle.ts';
import { create, read, step } from '../../src/kernel/step.ts';

interface Count {
  total: number;
}
interface Added {
  type: 'Added';
  by: number;
}

const positive: Condition<Count, Added> = {
  name: 'positive',
  refusal: 'NOT_POSITIVE',
  says: 'the number is positive',
  test: ({ event }) => event.by > 0,
};
const conditions = { mayAdd: [positive] };

const machine = setup({
  types: { context: {} as Count, events: {} as Added, input: {} as Count },
  guards: guardsOf(conditions),
  actions: { add: assign({ total: ({ context, event }) => context.total + event.by }) },
}).createMachine({
  id: 'counter',
  initial: 'counting',
  context: ({ input }) => ({ total: input.total }),
  states: { counting: { on: { Added: { guard: 'mayAdd', actions: 'add' } } } },
});

const counter: Lifecycle = {
  name: 'counter',
  version: 1,
  collection: 'counters',
  idField: 'counterId',
  machine,
  conditions: conditions as unknown as Record<string, readonly Condition[]>,
  creation: {
    event: 'Opened',
    says: 'Open a counter.',
    input: z.object({ total: z.int() }),
    roles: [],
    beside: [],
    decide: (input) => input,
  },
  events: {
    Opened: { says: 'It exists.', payload: z.object({ total: z.int() }) },
    Added: { says: 'A number was added.', payload: z.object({ by: z.int() }) },
  },
  commands: {},
  statuses: ['counting'],
  status: () => 'counting',
  decidedOn: 'version',
  invariants: [
    { name: 'the total is not huge', holds: ({ context }) => Number(context['total']) <= 1_000 },
    { name: 'the total is not odd', holds: ({ context }) => Number(context['total']) % 2 === 0 },
  ],
  view: (context) => context,
  cases: { creations: [], events: [] },
};

const open = (total: number) =>
  create(counter, { instanceId: 'c', sequence: 0, type: 'Opened', payload: { total } });

const add = (by: number) => {
  const opened = open(2);
  if (opened.refused) throw new Error(opened.reason);
  const { state } = opened;
  return {
    state,
    verdict: step(counter, state, { instanceId: 'c', sequence: 1, type: 'Added', payload: { by } }),
  };
};

test('a step that would break an invariant is refused, says which, and leaves the state as it was', () => {
  const { state, verdict } = add(3);
  expect(verdict).toMatchObject({
    refused: true,
    reason: 'INVARIANT_BROKEN',
    detail: expect.stringContaining('the total is not odd') as string,
  });
  expect(read(counter, state)).toMatchObject({ version: 0, context: { total: 2 } });
});

test('a condition that fails is the answer even where an invariant would break too', () => {
  expect(add(-1).verdict).toMatchObject({ refused: true, reason: 'NOT_POSITIVE' });
});

test('a step that keeps every invariant is accepted', () => {
  const { verdict } = add(2);
  expect(verdict).toMatchObject({ refused: false, state: { version: 1 } });
});

test('nothing is created that breaks an invariant from the start', () => {
  expect(open(1)).toMatchObject({ refused: true, reason: 'INVARIANT_BROKEN' });
  expect(open(2)).toMatchObject({ refused: false });
});
