/** One line of a bulk delivery: the body of a single call, with the instance it is about. */
import { z } from 'zod';
import { deliverersOf } from '../kernel/deliverers.ts';
import { id } from '../kernel/ids.ts';
import { isJsonObject, type JsonObject } from '../kernel/json.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import type { Service } from '../service/service.ts';
import { sayCreated, sayStored, toRefusal, type Said } from './answers.ts';
import { requireRole, type Caller } from './credentials.ts';
import { toProblem } from './failures.ts';
import { invalid, Problem, toDocument } from './problem.ts';
import { toCommand, toCreation, toDelivery, typeOf } from './requests.ts';
import { parseStrictJson } from './strict-json.ts';
import { parse } from './validation.ts';

export const MAX_LINE_BYTES = 1024 * 1024;

const body = z.custom<JsonObject>(isJsonObject, 'a JSON object is expected').optional();

export const lineShape = z.strictObject({
  lifecycle: z.string(),
  id: id.optional(),
  create: body,
  command: body,
  event: body,
});

/** A line is repeated safely only under ids of its sender. */
const requireId = (given: unknown, path: string): void => {
  if (given === undefined) throw invalid([{ path, message: 'is required' }]);
};

/** A line has no headers. */
const plain = { headers: {} };

type Way = (
  service: Service,
  lifecycle: Lifecycle,
  instanceId: string | undefined,
  sent: JsonObject,
  caller: Caller,
) => Promise<Said>;

const create: Way = async (service, lifecycle, instanceId, sent, caller) => {
  const { creation, idField, name } = lifecycle;
  requireRole(caller, creation.roles, `Creating a ${name}`);
  if (creation.key === undefined) requireId(instanceId, 'id');
  const named = instanceId === undefined ? sent : { ...sent, [idField]: instanceId };
  const answer = await service.create(toCreation(lifecycle, plain, named, caller.name));
  if (answer.outcome === 'refused') throw toRefusal(answer);
  return sayCreated(answer);
};

const command: Way = async (service, lifecycle, instanceId, sent, caller) => {
  requireId(instanceId, 'id');
  requireId(sent['commandId'], 'command.commandId');
  const type = typeOf(sent, lifecycle.commands);
  requireRole(caller, lifecycle.commands[type]?.roles ?? [], type);
  const wish = toCommand(lifecycle, instanceId ?? '', plain, sent, caller.name);
  const answer = await service.send(wish.command);
  if (answer.outcome === 'refused') throw toRefusal(answer);
  return sayStored(answer);
};

const event: Way = async (service, lifecycle, instanceId, sent, caller) => {
  requireId(instanceId, 'id');
  const type = typeOf(sent, lifecycle.events);
  requireRole(caller, deliverersOf(lifecycle, type), `Delivering ${type}`);
  const answer = await service.deliver(toDelivery(lifecycle, instanceId ?? '', sent, caller.name));
  if (answer.outcome === 'refused') throw toRefusal(answer);
  return sayStored(answer);
};

const ways = { create, command, event } as const;

const read = (bytes: Uint8Array): z.infer<typeof lineShape> => {
  const value = parseStrictJson(bytes);
  if (!isJsonObject(value)) throw invalid([{ path: '', message: 'a JSON object is expected' }]);
  return parse(lineShape, value);
};

const settle = async (service: Service, bytes: Uint8Array, caller: Caller): Promise<Said> => {
  const line = read(bytes);
  const given = (['create', 'command', 'event'] as const).filter((way) => line[way] !== undefined);
  const [way] = given;
  const sent = way === undefined ? undefined : line[way];
  if (way === undefined || sent === undefined || given.length > 1)
    throw invalid([{ path: '', message: 'one of create, command and event is expected' }]);
  const lifecycle = service.lifecycles.find(({ name }) => name === line.lifecycle);
  if (lifecycle === undefined)
    throw new Problem('LIFECYCLE_UNKNOWN', 'There is no such lifecycle.');
  return ways[way](service, lifecycle, line.id, sent, caller);
};

/** What the line's single call would answer. `onBug`: told of a failure that is no answer. */
export const answerLine = async (
  service: Service,
  bytes: Uint8Array | null,
  caller: Caller,
  onBug: (error: unknown) => void,
): Promise<Said> => {
  try {
    if (bytes === null) throw new Problem('BODY_TOO_LARGE', 'A line may have 1 MiB at most.');
    return await settle(service, bytes, caller);
  } catch (error) {
    const problem = toProblem(error, true);
    if (problem.code === 'INTERNAL') onBug(error);
    return { status: problem.status, body: toDocument(problem) };
  }
};
