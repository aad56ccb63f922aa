/**
 * Rules `schema`, `once`, `creation`: the fields of commands and events. Schemas are read as
 * the JSON Schema of what callers send, the form in which they are published and fingerprinted.
 */
import { z, type ZodType } from 'zod';
import type { Lifecycle } from '../lifecycle.ts';
import { rawOf } from './drawing.ts';
import type { Finding } from './finding.ts';

/** Fields of the envelope in which a command is sent. */
export const commandEnvelope = ['type', 'commandId', 'expectedVersion', 'expectedStatus'] as const;
/** Fields of the envelope in which an event is delivered and told. */
export const eventEnvelope = ['type', 'eventId', 'sequence'] as const;

export const schemas = (lifecycle: Lifecycle): Finding[] => [
  ...Object.entries(lifecycle.commands).flatMap(([type, { fields }]) =>
    inSchema(`command "${type}"`, fields, commandEnvelope),
  ),
  ...Object.entries(lifecycle.events).flatMap(([type, { payload, once }]) => [
    ...inSchema(`event "${type}"`, payload, eventEnvelope),
    ...inFields(`event "${type}"`, 'once', payload, once?.except ?? []),
  ]),
  ...inCreation(lifecycle),
];

const inCreation = ({ creation, events, idField }: Lifecycle): Finding[] => {
  const event = Object.hasOwn(events, creation.event) ? events[creation.event] : undefined;
  return [
    ...inSchema('the creation', creation.input, [idField]),
    ...(event === undefined
      ? []
      : inFields('the creation', 'creation', event.payload, creation.beside)),
  ];
};

const inSchema = (where: string, schema: ZodType, reserved: readonly string[]): Finding[] => {
  const read = readSchema(schema);
  if (typeof read === 'string') return [{ rule: 'schema', where, says: read }];
  return read
    .filter((field) => reserved.includes(field))
    .map((field) => ({
      rule: 'schema',
      where,
      says: `has a field "${field}", which belongs to the envelope`,
    }));
};

/** The fields of a strict object, or what it is instead. */
const readSchema = (schema: ZodType): string | readonly string[] => {
  let written: Readonly<Record<string, unknown>>;
  try {
    written = rawOf(z.toJSONSchema(schema, { io: 'input' }));
  } catch (cause) {
    return `cannot be written as JSON Schema: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
  if (written['type'] !== 'object') return 'is described by something else than an object';
  if (written['additionalProperties'] !== false)
    return 'takes fields it does not know; make it a z.strictObject';
  return Object.keys(rawOf(written['properties']));
};

/** Fields that are named elsewhere must be there. */
const inFields = (
  where: string,
  rule: 'once' | 'creation',
  schema: ZodType,
  named: readonly string[],
): Finding[] => {
  const fields = readSchema(schema);
  if (typeof fields === 'string') return [];
  return named
    .filter((field) => !fields.includes(field))
    .map((field) => ({ rule, where, says: `names "${field}", which is no field of its payload` }));
};
