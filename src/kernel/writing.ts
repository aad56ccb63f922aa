/** Gives a lifecycle's plain writing functions the form of XState's `assign`, each typed by the event it is for. */
import { assign, type EventObject, type MachineContext } from 'xstate';

export const writing =
  <C extends MachineContext, E extends EventObject>() =>
  <T extends E>(write: (situation: { context: C; event: T }) => Partial<C>) =>
    assign<C, E, undefined, E, never>(({ context, event }) =>
      write({ context, event: event as T }),
    );
