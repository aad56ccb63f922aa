/** A task's history as HTTP gives it, all pages of it, in the form that the kernel folds. */
import { task } from '../../machines/task/lifecycle.ts';
import { fold } from '../../src/kernel/fold.ts';
import type { Reading } from '../../src/kernel/lifecycle.ts';
import { read, type SequencedFact } from '../../src/kernel/step.ts';
import type { Client } from './client.ts';

export type StoredFact = SequencedFact & { readonly eventId: string };

export const historyOf = async (client: Client, taskId: string): Promise<StoredFact[]> => {
  const facts: StoredFact[] = [];
  for (let query: string | null = ''; query !== null;) {
    const page = await client.get(`/v1/tasks/${taskId}/events?limit=1000${query}`);
    const items = page.body['items'] as unknown as StoredFact[];
    facts.push(...items.map((item) => ({ ...item, instanceId: taskId })));
    const next = page.at('next');
    query = typeof next === 'number' ? `&after=${next}` : null;
  }
  return facts;
};

/** Where each event id stands. */
export const placesOf = (history: readonly StoredFact[]): ReadonlyMap<string, number[]> => {
  const places = new Map<string, number[]>();
  for (const { eventId, sequence } of history)
    places.set(eventId, [...(places.get(eventId) ?? []), sequence]);
  return places;
};

export const foldTask = (history: readonly StoredFact[]): Reading | null => {
  const state = fold(task, history);
  return state === null ? null : read(task, state);
};
