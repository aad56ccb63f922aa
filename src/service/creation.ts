/**
 * Creating an instance is event 0, stored like any other. Creating one that exists
 * never changes it: the answer is what exists, or that its input was another one.
 */
import { deriveId, hashJson } from '../kernel/hash.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { create as createState } from '../kernel/step.ts';
import type { InstanceKey } from '../store/port.ts';
import { append } from './append.ts';
import { cacheKey } from './heads.ts';
import type { Instance } from './instance.ts';
import { refused, type Created, type Refused } from './outcome.ts';
import type { Parts } from './parts.ts';
import { recorded } from './refusing.ts';

export interface SentCreation {
  readonly lifecycle: Lifecycle;
  /** The id that the caller wants, if it wants one. */
  readonly instanceId: string | null;
  readonly commandId: string | null;
  /** The input as its schema parsed it. */
  readonly input: JsonObject;
  readonly sent: JsonObject;
  readonly actor: string;
}

/** @throws Overloaded, StoreAway, StatementFailed, UnreadableState */
export const create = async (parts: Parts, creation: SentCreation): Promise<Created | Refused> => {
  const { lifecycle, actor, commandId } = creation;
  const key = { lifecycle: lifecycle.name, instanceId: idFor(parts, creation) };
  return parts.mailbox.run(cacheKey(key), async () => {
    const answer = await settle(parts, creation, key);
    return answer.outcome === 'refused'
      ? recorded(
          parts,
          { ...key, type: lifecycle.creation.event, sentId: commandId, actor },
          answer,
        )
      : answer;
  });
};

/** From the business key; else as the caller says; else from the caller and its command id; else a new one. */
const idFor = (parts: Parts, creation: SentCreation): string => {
  const { lifecycle, instanceId, commandId, input, actor } = creation;
  const key = lifecycle.creation.key?.(input);
  if (key !== undefined) return deriveId(lifecycle.name, key);
  if (instanceId !== null) return instanceId;
  return commandId === null ? parts.newId() : deriveId(lifecycle.name, [actor, commandId]);
};

const settle = async (
  parts: Parts,
  creation: SentCreation,
  key: InstanceKey,
): Promise<Created | Refused> => {
  const { lifecycle, commandId, actor } = creation;
  const known = parts.heads.cached(key) ?? (await parts.heads.load(lifecycle, key.instanceId));
  const payload = lifecycle.creation.decide(creation.input, {
    now: Math.floor(parts.now()),
    actor,
    newId: parts.newId,
    settings: parts.settings,
  });
  const requestSha256 = hashJson({ ...key, sent: creation.sent });
  if (known === null) {
    const fact = { ...key, sequence: 0, type: lifecycle.creation.event, payload };
    const verdict = createState(lifecycle, fact);
    if (verdict.refused)
      return {
        outcome: 'refused',
        reason: verdict.reason,
        detail: verdict.detail,
        instance: null,
        more: {},
      };
    const appended = await append(parts, null, {
      lifecycle,
      fact,
      accepted: verdict,
      eventId: parts.newId(),
      commandId,
      actor,
      requestSha256,
    });
    if (appended !== null) return { outcome: 'created', instance: appended.instance };
  }
  const existing = known ?? (await parts.heads.load(lifecycle, key.instanceId));
  if (existing === null) throw new Error(`${key.instanceId} was neither stored nor found`);
  return meet(parts, creation, key, existing, payload, requestSha256);
};

/** The answer of an instance that exists to a call that would create it. */
const meet = async (
  parts: Parts,
  { lifecycle, commandId }: SentCreation,
  key: InstanceKey,
  known: Instance,
  payload: JsonObject,
  requestSha256: string,
): Promise<Created | Refused> => {
  const instance = (await parts.heads.load(lifecycle, key.instanceId)) ?? known;
  if (commandId !== null) {
    const record = await parts.store.findCommand(key, commandId);
    if (record !== null && record.requestSha256 !== requestSha256)
      return refused('COMMAND_ID_REUSED', instance);
    if (record !== null) return { outcome: 'existing', instance };
  }
  if (lifecycle.creation.key !== undefined) return { outcome: 'existing', instance };
  if (hashJson(payload) === hashJson(instance.input)) return { outcome: 'existing', instance };
  const [first] = await parts.store.readHistory(key, -1, 1);
  return first?.requestSha256 === requestSha256
    ? { outcome: 'existing', instance }
    : refused('INSTANCE_EXISTS', instance);
};
