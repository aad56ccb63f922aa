/** The alarm's statechart: it opens once, is acknowledged at most once, and closes for good. */
import { setup } from 'xstate';
import { guardsOf } from '../../src/kernel/condition.ts';
import { writing } from '../../src/kernel/writing.ts';
import * as actions from './actions.ts';
import { conditions } from './conditions.ts';
import { initialContext, type AlarmContext } from './context.ts';
import type { AlarmEvent, AlarmOpened } from './events.ts';

const written = writing<AlarmContext, AlarmEvent>();

export const machine = setup({
  types: {
    context: {} as AlarmContext,
    events: {} as AlarmEvent,
    input: {} as AlarmOpened,
  },
  guards: guardsOf(conditions),
  actions: {
    rememberAcknowledgement: written(actions.rememberAcknowledgement),
    rememberClosing: written(actions.rememberClosing),
  },
}).createMachine({
  id: 'alarm',
  initial: 'OPEN',
  context: ({ input }) => initialContext(input),
  states: {
    OPEN: {
      description: 'Nobody has answered it yet.',
      on: {
        AlarmAcknowledged: {
          description: 'An operator has seen it.',
          guard: 'mayAcknowledge',
          target: 'ACKED',
          actions: 'rememberAcknowledgement',
        },
        AlarmClosed: {
          description: 'It is over, unseen.',
          guard: 'mayClose',
          target: 'CLOSED',
          actions: 'rememberClosing',
        },
      },
    },
    ACKED: {
      description: 'An operator has seen it.',
      on: {
        AlarmClosed: {
          description: 'It is over.',
          guard: 'mayClose',
          target: 'CLOSED',
          actions: 'rememberClosing',
        },
      },
    },
    CLOSED: { type: 'final', description: 'Over for good.' },
  },
});
