/**
 * Bounds how long a machine may take to come to rest. XState takes `always` transitions until
 * none is enabled, for ever by default; with a bound a loop throws instead of hanging the process.
 */
import type { AnyStateMachine } from 'xstate';

/** Far more microsteps than one event needs: a settling step visits each state a few times at most. */
export const MICROSTEPS_PER_EVENT = 1_000;

/**
 * Sets the bound on the machine itself, in place: `machine.options` is read at every step,
 * belongs to this machine alone and is no part of its config. A stricter bound of the author's
 * stays. A machine made from this one by `provide` has to be bounded again.
 */
export const boundSettling = (machine: AnyStateMachine): void => {
  machine.options.maxIterations = Math.min(
    machine.options.maxIterations ?? Infinity,
    MICROSTEPS_PER_EVENT,
  );
};

/** XState has no type for this error; a test fails should its words ever change. */
export const isEndlessLoop = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Infinite loop detected');
