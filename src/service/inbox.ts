/**
 * Events delivered from outside under their own id and sequence. Event id first,
 * then sequence, then step; what contradicts history is set aside, never chosen.
 */
import { hashFact, hashJson } from '../kernel/hash.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { step, type SequencedFact } from '../kernel/step.ts';
import type { EventRecord } from '../store/port.ts';
import { append, type Candidate } from './append.ts';
import { Overloaded } from './committer.ts';
import { cacheKey } from './heads.ts';
import type { Instance } from './instance.ts';
import { refused, type Refused, type Stored } from './outcome.ts';
import type { Parts } from './parts.ts';
import { asRefused, recorded } from './refusing.ts';
import { findTakenFact, refuseAsTaken, refuseTakenFact } from './taken-fact.ts';

export interface Delivery {
  readonly lifecycle: Lifecycle;
  readonly fact: SequencedFact;
  readonly eventId: string;
  /** Who delivers it. */
  readonly sender: string;
  /** The payload as it was sent: what the event id stands for. */
  readonly sent: JsonObject;
}

const ROUNDS = 100;

/** @throws Overloaded, StoreAway, StatementFailed, UnreadableState */
export const deliver = (parts: Parts, delivery: Delivery): Promise<Stored | Refused> => {
  const { lifecycle, fact, sender, eventId } = delivery;
  const key = { lifecycle: lifecycle.name, instanceId: fact.instanceId };
  return parts.mailbox.run(cacheKey(key), async () => {
    const answer = await settle(parts, delivery);
    if (answer.outcome !== 'refused') return answer;
    await setAside(parts, delivery, answer.reason);
    return recorded(parts, { ...key, type: fact.type, sentId: eventId, actor: sender }, answer);
  });
};

const settle = async (parts: Parts, delivery: Delivery): Promise<Stored | Refused> => {
  const { lifecycle, fact, eventId } = delivery;
  const { instanceId } = fact;
  const load = (): Promise<Instance | null> => parts.heads.load(lifecycle, instanceId);
  const requestSha256 = hashFact(lifecycle.name, { ...fact, payload: delivery.sent });
  let head = parts.heads.cached({ lifecycle: lifecycle.name, instanceId });
  let fresh = head === null;
  head ??= await load();
  for (let round = 0; round < ROUNDS; round += 1) {
    if (head === null) return unknownInstance(parts, eventId);
    const judged = judge(delivery, head, requestSha256);
    if ('outcome' in judged) {
      const known = await parts.store.findEvent(eventId);
      if (known !== null) return knownAs(known, await load(), requestSha256);
      if (fresh) return explain(parts, delivery, head, judged);
      const judgedVersion: number = head.state.version;
      head = await load();
      if (head?.state.version === judgedVersion) return explain(parts, delivery, head, judged);
    } else {
      const appended = await append(parts, head, judged);
      if (appended !== null)
        return appended.stored
          ? { outcome: 'accepted', record: appended.record, instance: appended.instance }
          : knownAs(appended.record, appended.instance, requestSha256);
      const moved: Instance | null = await load();
      const taken = await refuseTakenFact(parts, judged, head, moved);
      if (taken !== null) return taken;
      head = moved;
    }
    fresh = true;
  }
  throw new Overloaded(`${instanceId} changes faster than an event for it can be stored`);
};

const judge = (delivery: Delivery, head: Instance, requestSha256: string): Candidate | Refused => {
  const { lifecycle, fact, eventId, sender } = delivery;
  const expectedSequence = head.state.version + 1;
  if (fact.sequence < expectedSequence) return refused('HISTORY_CONFLICT', head);
  const verdict = step(lifecycle, head.state, fact);
  if (verdict.refused)
    return fact.sequence > expectedSequence
      ? { ...asRefused(verdict, head), more: { expectedSequence } }
      : asRefused(verdict, head);
  return {
    lifecycle,
    fact,
    accepted: verdict,
    eventId,
    commandId: null,
    actor: sender,
    requestSha256,
  };
};

/** The event id comes first, also where its instance is unknown. */
const unknownInstance = async (parts: Parts, eventId: string): Promise<Refused> =>
  refused(
    (await parts.store.findEvent(eventId)) === null
      ? 'INSTANCE_UNKNOWN'
      : 'EVENT_ID_PAYLOAD_CONFLICT',
    null,
  );

/** The answer to an id that is stored: the first outcome again, or a conflict. */
const knownAs = (
  record: EventRecord,
  instance: Instance | null,
  requestSha256: string,
): Stored | Refused => {
  const same = [record.requestSha256, record.payloadSha256].includes(requestSha256);
  return same && instance !== null
    ? { outcome: 'duplicate', record, instance }
    : refused('EVENT_ID_PAYLOAD_CONFLICT', instance);
};

/** A refusal by step is a duplicate fact if the same business fact is stored under another id. */
const explain = async (
  parts: Parts,
  { lifecycle, fact }: Delivery,
  head: Instance,
  refusal: Refused,
): Promise<Refused> => {
  if (fact.sequence !== head.state.version + 1) return refusal;
  const stored = await findTakenFact(parts, lifecycle, fact, head);
  return stored !== null && business(lifecycle, stored) === business(lifecycle, fact)
    ? refuseAsTaken(stored, head)
    : refusal;
};

/** What a fact says, without what the service fills in. */
const business = (
  lifecycle: Lifecycle,
  { type, payload }: { readonly type: string; readonly payload: JsonObject },
): string => {
  const except = lifecycle.events[type]?.once?.except ?? [];
  return hashJson(
    Object.fromEntries(Object.entries(payload).filter(([field]) => !except.includes(field))),
  );
};

const SET_ASIDE = new Set(['EVENT_ID_PAYLOAD_CONFLICT', 'HISTORY_CONFLICT']);

const setAside = async (parts: Parts, delivery: Delivery, reason: string): Promise<void> => {
  if (!SET_ASIDE.has(reason)) return;
  const { lifecycle, fact, eventId, sender, sent } = delivery;
  const place = {
    lifecycle: lifecycle.name,
    instanceId: fact.instanceId,
    eventId,
    sequence: fact.sequence,
    type: fact.type,
    payload: sent,
    reason,
    sender,
  };
  await parts.store.setAside({ ...place, quarantineId: hashJson(place) });
};
