/** A business fact can be stored once. Finds it under whatever id it came, and says so. */
import type { Fact, Lifecycle } from '../kernel/lifecycle.ts';
import type { EventRecord } from '../store/port.ts';
import { factKey, type Candidate } from './append.ts';
import { keyOf, type Instance } from './instance.ts';
import { refused, type Refused } from './outcome.ts';
import type { Parts } from './parts.ts';

export const findTakenFact = async (
  parts: Parts,
  lifecycle: Lifecycle,
  fact: Fact,
  head: Instance,
): Promise<EventRecord | null> => {
  const key = factKey(lifecycle, fact, head.state);
  return key === null ? null : parts.store.findFact(keyOf(head), key);
};

export const refuseAsTaken = (stored: EventRecord, head: Instance): Refused =>
  refused('DUPLICATE_FACT', head, `Event ${stored.eventId} says the same.`, {
    storedEventId: stored.eventId,
    storedSequence: stored.sequence,
  });

/**
 * The last line of defence: a fact that the rules would accept a second time, the store
 * does not. `now`: the instance read again; if it has moved on, that is why the commit
 * did not store the candidate, and it is for the rules to judge it again.
 */
export const refuseTakenFact = async (
  parts: Parts,
  { lifecycle, fact }: Candidate,
  judgedOn: Instance,
  now: Instance | null,
): Promise<Refused | null> => {
  if (now === null || now.state.version !== judgedOn.state.version) return null;
  const stored = await findTakenFact(parts, lifecycle, fact, now);
  return stored === null ? null : refuseAsTaken(stored, now);
};
