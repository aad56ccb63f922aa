/** Finds the first pair in which a wrong lifecycle and the judge differ. Owns the search. */
import { explore } from '../../../src/kernel/explore.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { Lifecycle } from '../../../src/kernel/lifecycle.ts';
import { persist, restore } from '../../../src/kernel/machine.ts';
import { read, type State } from '../../../src/kernel/step.ts';
import { agree, describePair, pairsIn } from '../comparison.ts';
import { tableOf } from '../judge/judge.ts';
import { mutate, type Change } from './mutate.ts';

/** Fields of which every value counts; of the others only whether they are set. */
const TOLD_APART = ['attempt', 'maxAttempts', 'policy'];

/** What a rule could tell apart: regions, attempts and policy by value, other fields by being set; nothing after the end. */
const kindOf = (lifecycle: Lifecycle, state: State): string => {
  const { status, regions, context } = read(lifecycle, state);
  if (tableOf(lifecycle.name).finals.includes(status)) return status;
  const fields = Object.entries(context).map(([key, value]) =>
    TOLD_APART.includes(key) ? value : value !== null,
  );
  return JSON.stringify([regions, fields]);
};

/** The states in which mutants are tried: one of each kind that the sound lifecycle reaches, as stored. */
export const storedStates = (lifecycle: Lifecycle): JsonObject[] => {
  const kinds = new Map<string, JsonObject>();
  for (const state of explore(lifecycle).states.values()) {
    const kind = kindOf(lifecycle, state);
    if (!kinds.has(kind)) kinds.set(kind, persist(lifecycle, state.machine));
  }
  return [...kinds.values()];
};

function* readBack(lifecycle: Lifecycle, stored: readonly JsonObject[]): Generator<State> {
  for (const each of stored)
    yield { instanceId: 'explored', version: 0, machine: restore(lifecycle, each) };
}

/**
 * The first difference in words, or null for none. A mutant that differs in any state it
 * can reach differs first in one that the sound lifecycle reaches too, so those suffice.
 */
export const firstDifference = (
  lifecycle: Lifecycle,
  change: Change,
  stored: readonly JsonObject[],
): string | null => {
  const mutant = mutate(lifecycle, change);
  try {
    for (const pair of pairsIn(mutant, readBack(mutant, stored)))
      if (!agree(pair)) return describePair(pair);
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `the machine fails: ${error.message.split(':')[0] ?? ''}`;
  }
};
