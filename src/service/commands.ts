/**
 * A command's way: known id, then what it was decided on, then decide and step, then
 * the commit. A cached state is good enough to accept on, since the commit finds out;
 * it is never good enough to refuse on.
 */
import { hashJson } from '../kernel/hash.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { CommandDefinition, Lifecycle } from '../kernel/lifecycle.ts';
import { read, step } from '../kernel/step.ts';
import { append, type Candidate } from './append.ts';
import { Overloaded } from './committer.ts';
import { cacheKey } from './heads.ts';
import { keyOf, tellChange, type Instance } from './instance.ts';
import { refused, type Refused, type Stored } from './outcome.ts';
import { timeFor, type Parts } from './parts.ts';
import { asRefused, recorded } from './refusing.ts';
import { refuseTakenFact } from './taken-fact.ts';

export interface SentCommand {
  readonly lifecycle: Lifecycle;
  readonly instanceId: string;
  readonly type: string;
  readonly definition: CommandDefinition;
  /** The command's own fields, as its schema parsed them. */
  readonly fields: JsonObject;
  readonly commandId: string | null;
  /** `never`: a precondition that no version meets. */
  readonly expectedVersion: number | 'never' | null;
  readonly expectedStatus: string | null;
  readonly actor: string;
  /** The body as it was sent, without its id: what a command id stands for. */
  readonly sent: JsonObject;
}

/** Other processes may win this often before the caller is told to come back. */
const ROUNDS = 100;

export const requestHash = (command: SentCommand): string =>
  hashJson({
    lifecycle: command.lifecycle.name,
    instanceId: command.instanceId,
    sent: command.sent,
  });

/** @throws Overloaded, StoreAway, StatementFailed, UnreadableState */
export const sendCommand = (parts: Parts, command: SentCommand): Promise<Stored | Refused> => {
  const key = { lifecycle: command.lifecycle.name, instanceId: command.instanceId };
  return parts.mailbox.run(cacheKey(key), async () => {
    const answer = await settle(parts, command, requestHash(command));
    return answer.outcome === 'refused'
      ? recorded(
          parts,
          { ...key, type: command.type, sentId: command.commandId, actor: command.actor },
          answer,
        )
      : answer;
  });
};

const settle = async (
  parts: Parts,
  command: SentCommand,
  requestSha256: string,
): Promise<Stored | Refused> => {
  const { lifecycle, instanceId } = command;
  const load = (): Promise<Instance | null> => parts.heads.load(lifecycle, instanceId);
  let head = parts.heads.cached({ lifecycle: lifecycle.name, instanceId });
  let fresh = head === null;
  head ??= await load();
  for (let round = 0; round < ROUNDS; round += 1) {
    if (head === null) return refused('INSTANCE_UNKNOWN', null);
    const judged = judge(parts, command, head, requestSha256);
    if (!('outcome' in judged)) {
      // The event id is ours alone: found or stored now, it is this command's.
      const appended = await append(parts, head, judged);
      if (appended !== null)
        return { outcome: 'accepted', record: appended.record, instance: appended.instance };
      const known = await findKnown(parts, command, head, requestSha256);
      if (known !== null) return known;
      const moved: Instance | null = await load();
      const taken = await refuseTakenFact(parts, judged, head, moved);
      if (taken !== null) return taken;
      head = moved;
      fresh = true;
      continue;
    }
    const known = await findKnown(parts, command, head, requestSha256);
    if (known !== null) return known;
    if (fresh) return judged;
    const judgedVersion = head.state.version;
    head = await load();
    if (head?.state.version === judgedVersion) return judged;
    fresh = true;
  }
  throw new Overloaded(`${instanceId} changes faster than a decision about it can be stored`);
};

/** What the command id already stands for, or null if it is new. */
const findKnown = async (
  parts: Parts,
  command: SentCommand,
  head: Instance,
  requestSha256: string,
): Promise<Stored | Refused | null> => {
  if (command.commandId === null) return null;
  const record = await parts.store.findCommand(keyOf(head), command.commandId);
  if (record === null) return null;
  const instance = (await parts.heads.load(command.lifecycle, command.instanceId)) ?? head;
  return record.requestSha256 === requestSha256
    ? { outcome: 'duplicate', record, instance }
    : refused('COMMAND_ID_REUSED', instance);
};

const judge = (
  parts: Parts,
  command: SentCommand,
  head: Instance,
  requestSha256: string,
): Candidate | Refused => {
  const { lifecycle, actor } = command;
  const stale = findStale(command, head);
  if (stale !== null) return stale;
  const decided = command.definition.decide(read(lifecycle, head.state), command.fields, {
    now: timeFor(parts, head),
    actor,
    newId: parts.newId,
    settings: parts.settings,
  });
  if ('refused' in decided) return asRefused(decided, head);
  const fact = {
    ...decided,
    instanceId: command.instanceId,
    sequence: head.state.version + 1,
  };
  const verdict = step(lifecycle, head.state, fact);
  if (verdict.refused) return asRefused(verdict, head);
  return {
    lifecycle,
    fact,
    accepted: verdict,
    eventId: parts.newId(),
    commandId: command.commandId,
    actor,
    requestSha256,
  };
};

const findStale = (command: SentCommand, head: Instance): Refused | null => {
  const { expectedVersion, expectedStatus, lifecycle } = command;
  if (expectedVersion === null && expectedStatus === null)
    return lifecycle.decidedOn === 'status'
      ? refused('EXPECTED_STATUS_REQUIRED', head)
      : refused('EXPECTED_VERSION_REQUIRED', head);
  if (expectedStatus !== null && expectedStatus !== read(lifecycle, head.state).status)
    return refused(
      'STATUS_CHANGED',
      head,
      `The ${lifecycle.name} is not ${expectedStatus}: ${tellChange(head)}.`,
    );
  if (expectedVersion !== null && expectedVersion !== head.state.version)
    return refused(
      'VERSION_CONFLICT',
      head,
      `The ${lifecycle.name} is at version ${head.state.version}: ${tellChange(head)}.`,
    );
  return null;
};
