/** Replays history. A refusal on the way is damage: it stops and says where. */
import { hashJson } from './hash.ts';
import type { JsonObject } from './json.ts';
import type { Lifecycle } from './lifecycle.ts';
import { create, step, type SequencedFact, type State } from './step.ts';

/** Stored history that its own rules refuse. */
export class DamagedHistory extends Error {
  override readonly name = 'DamagedHistory';
  readonly instanceId: string;
  readonly sequence: number;
  readonly reason: string;

  constructor(fact: SequencedFact, reason: string, detail: string) {
    super(`${fact.instanceId} is damaged at event ${fact.sequence} (${reason}): ${detail}`);
    this.instanceId = fact.instanceId;
    this.sequence = fact.sequence;
    this.reason = reason;
  }
}

/** One event of a replay: `state` is null before event 0. @throws DamagedHistory */
export const replay = (lifecycle: Lifecycle, state: State | null, fact: SequencedFact): State => {
  const definition = Object.hasOwn(lifecycle.events, fact.type)
    ? lifecycle.events[fact.type]
    : undefined;
  if (definition === undefined)
    throw new DamagedHistory(fact, 'UNKNOWN_TYPE', `${fact.type} is no event of ${lifecycle.name}`);
  const parsed = definition.payload.safeParse(fact.payload);
  // What was stored had been parsed before: parsing it again changes nothing, or it was not us who stored it.
  if (!parsed.success || hashJson(parsed.data as JsonObject) !== hashJson(fact.payload))
    throw new DamagedHistory(fact, 'INVALID_PAYLOAD', `not the payload of a ${fact.type}`);
  const verdict = state === null ? create(lifecycle, fact) : step(lifecycle, state, fact);
  if (verdict.refused) throw new DamagedHistory(fact, verdict.reason, verdict.detail);
  return verdict.state;
};

/** The state after all of `facts`, from event 0 or from `from`; null for no events at all. @throws DamagedHistory */
export const fold = (
  lifecycle: Lifecycle,
  facts: Iterable<SequencedFact>,
  from: State | null = null,
): State | null => {
  let state = from;
  for (const fact of facts) state = replay(lifecycle, state, fact);
  return state;
};
