/** From a request's body to what the service takes: the envelope is taken off, the rest is the lifecycle's to judge. */
import { z } from 'zod';
import { id } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import type { SentCommand } from '../service/commands.ts';
import type { SentCreation } from '../service/creation.ts';
import type { Delivery } from '../service/inbox.ts';
import { commandIdOf, ifMatch, type WithHeaders } from './headers.ts';
import { invalid, Problem } from './problem.ts';
import { expectedVersion, sequence } from './shapes.ts';
import { parse } from './validation.ts';

/** Splits the service's own fields from the lifecycle's. */
const split = (body: JsonObject, own: readonly string[]): [JsonObject, JsonObject] => {
  const envelope = Object.entries(body).filter(([field]) => own.includes(field));
  const rest = Object.entries(body).filter(([field]) => !own.includes(field));
  return [Object.fromEntries(envelope), Object.fromEntries(rest)];
};

export const toCreation = (
  lifecycle: Lifecycle,
  request: WithHeaders,
  body: JsonObject,
  actor: string,
): SentCreation => {
  const { idField, creation } = lifecycle;
  const takesId = creation.key === undefined;
  const [own, sent] = split(body, takesId ? [idField, 'commandId'] : ['commandId']);
  const { commandId, [idField]: instanceId } = parse(
    z.partialRecord(z.enum([idField, 'commandId']), id),
    own,
  );
  return {
    lifecycle,
    actor,
    sent,
    instanceId: instanceId ?? null,
    commandId: commandIdOf(request, commandId),
    input: withoutUndefined(parse(creation.input, sent)),
  };
};

const commandEnvelope = z.object({
  commandId: id.optional(),
  expectedVersion: expectedVersion.optional(),
  expectedStatus: z.string().optional(),
});

/** The type a body names, if the lifecycle has it; everything else is unknown, however it is spelt. */
export const typeOf = (body: JsonObject, known: Readonly<Record<string, unknown>>): string => {
  const { type } = body;
  if (type === undefined) throw invalid([{ path: 'type', message: 'is required' }]);
  if (typeof type === 'string' && Object.hasOwn(known, type)) return type;
  throw new Problem('UNKNOWN_TYPE', `The type must be one of ${Object.keys(known).join(', ')}.`);
};

export interface CommandRequest {
  readonly command: SentCommand;
  /** The version came from If-Match alone or as well. */
  readonly byHeader: boolean;
}

export const toCommand = (
  lifecycle: Lifecycle,
  instanceId: string,
  request: WithHeaders,
  body: JsonObject,
  actor: string,
): CommandRequest => {
  const type = typeOf(body, lifecycle.commands);
  const definition = lifecycle.commands[type];
  if (definition === undefined) throw new Problem('UNKNOWN_TYPE', type);
  const byStatus = lifecycle.decidedOn === 'status';
  const [own, sent] = split(body, [
    'type',
    'commandId',
    'expectedVersion',
    ...(byStatus ? ['expectedStatus'] : []),
  ]);
  const [, withoutId] = split(body, ['commandId']);
  const envelope = parse(commandEnvelope, own);
  const fields = withoutUndefined(parse(definition.fields, sent));
  const { expectedStatus = null } = envelope;
  if (expectedStatus !== null && !lifecycle.statuses.includes(expectedStatus))
    throw invalid([{ path: 'expectedStatus', message: `one of ${lifecycle.statuses.join(', ')}` }]);
  const match = ifMatch(request);
  const inBody = envelope.expectedVersion ?? null;
  const inHeader = match.kind === 'version' ? match.version : null;
  if (inBody !== null && inHeader !== null && inBody !== inHeader)
    throw new Problem(
      'PRECONDITIONS_DISAGREE',
      'If-Match and expectedVersion name different versions.',
    );
  return {
    byHeader: match.kind !== 'none',
    command: {
      lifecycle,
      instanceId,
      type,
      definition,
      fields,
      sent: withoutId,
      expectedStatus,
      actor,
      commandId: commandIdOf(request, envelope.commandId),
      expectedVersion: match.kind === 'never' ? 'never' : (inHeader ?? inBody),
    },
  };
};

const deliveryEnvelope = z.object({ eventId: id, sequence });

export const toDelivery = (
  lifecycle: Lifecycle,
  instanceId: string,
  body: JsonObject,
  sender: string,
): Delivery => {
  const type = typeOf(body, lifecycle.events);
  const definition = lifecycle.events[type];
  if (definition === undefined) throw new Problem('UNKNOWN_TYPE', type);
  const [own, sent] = split(body, ['type', 'eventId', 'sequence']);
  const envelope = parse(deliveryEnvelope, own);
  const payload = withoutUndefined(parse(definition.payload, sent));
  return {
    lifecycle,
    sender,
    sent,
    eventId: envelope.eventId,
    fact: { instanceId, sequence: envelope.sequence, type, payload },
  };
};

/** Zod leaves a key for what a transform made undefined; JSON has no such thing. */
const withoutUndefined = (parsed: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(parsed as JsonObject).filter(([, value]) => value !== undefined),
  );
