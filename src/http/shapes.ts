/** The shapes of bodies and answers, made from the lifecycles' own schemas. */
import { z, type ZodType } from 'zod';
import { id } from '../kernel/ids.ts';
import { isJsonObject, type JsonObject } from '../kernel/json.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { camelCase, pascalCase } from '../kernel/names.ts';

const instant = z.iso.datetime({ precision: 3 });
const anyObject = z.looseObject({});
const regions = z.record(z.string(), z.string());

export const expectedVersion = z.int().min(0);
export const sequence = z.int().min(0);

export const toJsonSchema = (schema: ZodType, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return rest as JsonObject;
};

/** `Task`: the state as callers see it; `whole` as single reads do. */
export const instanceShape = (lifecycle: Lifecycle, whole: boolean): ZodType => {
  const fields = lifecycle.viewFields?.shape ?? {};
  const shape = {
    [lifecycle.idField]: id,
    status: z.enum(lifecycle.statuses),
    version: sequence,
    ...fields,
    ...(lifecycle.decidingRegion === undefined ? {} : { regions }),
    createdAt: instant,
    updatedAt: instant,
    allowed: z.array(z.string()),
    ...(whole
      ? Object.fromEntries(lifecycle.creation.beside.map((field) => [field, z.unknown()]))
      : {}),
  };
  const schema = lifecycle.viewFields === undefined ? z.looseObject(shape) : z.strictObject(shape);
  return schema.meta({ title: pascalCase(lifecycle.name) });
};

export const evidenceShape = z.looseObject({
  eventId: z.string(),
  commandId: z.string().optional(),
  actor: z.string(),
  lifecycleVersion: z.int(),
  version: sequence,
  previousStatus: z.string().nullable(),
  nextStatus: z.string(),
  previousRegions: regions.nullable(),
  nextRegions: regions,
});

export const eventShape = z.strictObject({
  sequence,
  eventId: z.string(),
  commandId: z.string().nullable(),
  type: z.string(),
  payload: anyObject,
  payloadSha256: z.string(),
  evidence: evidenceShape,
  actor: z.string(),
  recordedAt: instant,
  lifecycleVersion: z.int(),
});

export const feedEventShape = eventShape.extend({ lifecycle: z.string(), instanceId: id });

export const storedShape = (lifecycle: Lifecycle): ZodType =>
  z.strictObject({
    outcome: z.enum(['accepted', 'duplicate']),
    changed: z.boolean(),
    event: eventShape,
    evidence: evidenceShape,
    [camelCase(lifecycle.name)]: instanceShape(lifecycle, false),
  });

export const createdShape = (lifecycle: Lifecycle): ZodType =>
  z.strictObject({
    created: z.boolean(),
    [camelCase(lifecycle.name)]: instanceShape(lifecycle, false),
  });

export const pageShape = (
  item: ZodType,
  next: ZodType,
  more: Record<string, ZodType> = {},
): ZodType => z.strictObject({ items: z.array(item), next: next.nullable(), ...more });

export const refusalShape = z.strictObject({
  refusalId: z.string(),
  type: z.string(),
  sentId: z.string().nullable(),
  reason: z.string(),
  detail: z.string(),
  evidence: anyObject,
  actor: z.string(),
  refusedAt: instant,
});

export const problemShape = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  faults: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});

/** The JSON Schema of an object with `more` beside its own properties. */
const widened = (
  schema: ZodType,
  more: Readonly<Record<string, ZodType>>,
  required: readonly string[],
  title: string,
): JsonObject => {
  const own = toJsonSchema(schema, 'input');
  const properties = isJsonObject(own['properties']) ? own['properties'] : {};
  const ownRequired = Array.isArray(own['required']) ? own['required'].map(String) : [];
  return {
    ...own,
    title,
    properties: {
      ...Object.fromEntries(
        Object.entries(more).map(([field, shape]) => [field, toJsonSchema(shape, 'input')]),
      ),
      ...properties,
    },
    required: [...required, ...ownRequired],
  };
};

export const creationBody = (lifecycle: Lifecycle): JsonObject =>
  widened(
    lifecycle.creation.input,
    {
      ...(lifecycle.creation.key === undefined ? { [lifecycle.idField]: id.optional() } : {}),
      commandId: id.optional(),
    },
    [],
    `Create${pascalCase(lifecycle.name)}`,
  );

export const commandBody = (lifecycle: Lifecycle): JsonObject => ({
  oneOf: Object.entries(lifecycle.commands).map(([type, { fields }]) =>
    widened(
      fields,
      {
        type: z.literal(type),
        commandId: id.optional(),
        expectedVersion: expectedVersion.optional(),
        ...(lifecycle.decidedOn === 'status'
          ? { expectedStatus: z.enum(lifecycle.statuses).optional() }
          : {}),
      },
      ['type'],
      type,
    ),
  ),
});

export const deliveryBody = (lifecycle: Lifecycle): JsonObject => ({
  oneOf: Object.entries(lifecycle.events).map(([type, { payload }]) =>
    widened(
      payload,
      { type: z.literal(type), eventId: id, sequence },
      ['type', 'eventId', 'sequence'],
      type,
    ),
  ),
});
