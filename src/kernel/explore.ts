/**
 * Walks a lifecycle through everything its cases can reach: each state once, each
 * event case in each state. Owns breadth-first search and nothing of its meaning.
 */
import { hashJson } from './hash.ts';
import type { JsonObject } from './json.ts';
import type { EventCase, Fact, Lifecycle } from './lifecycle.ts';
import { persist } from './machine.ts';
import { create, read, step, type State, type Verdict } from './step.ts';

export interface Tried {
  readonly from: string;
  readonly eventCase: EventCase;
  readonly fact: Fact;
  readonly verdict: Verdict;
  /** The key of the state it leads to; null for a refusal. */
  readonly to: string | null;
}

export interface Exploration {
  readonly states: ReadonlyMap<string, State>;
  readonly tried: readonly Tried[];
}

const INSTANCE = 'explored';

/** Two states are one if nothing but their version tells them apart. */
export const stateKey = (lifecycle: Lifecycle, state: State): string =>
  hashJson(persist(lifecycle, state.machine));

/** @throws RangeError when the cases reach more than `limit` states, that is, when they do not bound the context */
export const explore = (lifecycle: Lifecycle, limit = 5_000): Exploration => {
  const states = new Map<string, State>();
  const tried: Tried[] = [];
  const queue: string[] = [];
  const visit = (state: State): string => {
    const key = stateKey(lifecycle, state);
    if (!states.has(key)) {
      if (states.size >= limit)
        throw new RangeError(`the cases of ${lifecycle.name} reach more than ${limit} states`);
      states.set(key, { ...state, version: 0 });
      queue.push(key);
    }
    return key;
  };
  for (const { payload } of lifecycle.cases.creations) {
    const verdict = create(lifecycle, {
      instanceId: INSTANCE,
      sequence: 0,
      type: lifecycle.creation.event,
      payload,
    });
    if (!verdict.refused) visit(verdict.state);
  }
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    const state = states.get(from);
    if (state === undefined) continue;
    const reading = read(lifecycle, state);
    for (const eventCase of lifecycle.cases.events) {
      const payload: JsonObject = eventCase.payload(reading);
      const fact = { type: eventCase.type, payload };
      const verdict = step(lifecycle, state, { ...fact, instanceId: INSTANCE, sequence: 1 });
      const to = verdict.refused ? null : visit(verdict.state);
      tried.push({ from, eventCase, fact, verdict, to });
    }
  }
  return { states, tried };
};
