/** The OpenAPI 3.1 document, made from the routes and thus from the schemas that validate. */
import { isJsonObject, type JsonObject } from '../kernel/json.ts';
import type { Described, Route, Shape } from './route.ts';
import { problemShape, toJsonSchema } from './shapes.ts';
import { statusOf } from './statuses.ts';

const toSchema = (shape: Shape, io: 'input' | 'output'): JsonObject =>
  'safeParse' in shape && typeof shape.safeParse === 'function'
    ? toJsonSchema(shape as Parameters<typeof toJsonSchema>[0], io)
    : (shape as JsonObject);

const toParameter = ({
  name,
  in: place,
  says,
  schema,
  required = false,
}: Described): JsonObject => ({
  name,
  in: place,
  description: says,
  required,
  schema: toJsonSchema(schema, 'input'),
});

const JSON_MEDIA = 'application/json';

/** What any route may answer beside its own. */
const always = [
  'INVALID_REQUEST',
  'MALFORMED_URL',
  'INTERNAL',
  'UNREADABLE_STATE',
  'DATABASE_AWAY',
];
const alwaysWithBody = [
  'MALFORMED_JSON',
  'BODY_TOO_LARGE',
  'NOT_JSON',
  'OVERLOADED',
  'OUTCOME_UNKNOWN',
];
const alwaysGuarded = ['UNAUTHENTICATED', 'FORBIDDEN', 'HOST_NOT_ALLOWED'];

/** A version that did not hold has one code, whether it came in the body or as If-Match. */
const toldAs = (code: string): string =>
  code === 'PRECONDITION_FAILED' ? 'VERSION_CONFLICT' : code;

/** A problem under one of these codes. */
const problemOf = (codes: readonly string[]): JsonObject => ({
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    { type: 'object', properties: { code: { enum: [...codes] } } },
  ],
});

const problemsOf = ({ problems = [], body, open = false }: Route): JsonObject => {
  const codes = new Set([
    ...always,
    ...(body === undefined ? [] : alwaysWithBody),
    ...(open ? [] : alwaysGuarded),
    ...problems,
  ]);
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), toldAs(code)]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      String(status),
      {
        description: names.join(', '),
        content: { 'application/problem+json': { schema: problemOf(names) } },
      },
    ]),
  );
};

const answersOf = ({ answers, media = JSON_MEDIA, streams }: Route): JsonObject =>
  Object.fromEntries(
    Object.entries(answers).map(([status, shape]) => [
      status,
      shape === null
        ? { description: 'Nothing new.' }
        : {
            description: 'Done.',
            content: {
              [media]: { schema: toSchema(shape, 'output') },
              ...(streams === undefined ? {} : { [streams]: { schema: { type: 'string' } } }),
            },
          },
    ]),
  );

const requestBodyOf = ({ body, takes }: Route): JsonObject => {
  const [media, shape] = takes === undefined ? [JSON_MEDIA, body] : [takes.media, takes.shape];
  if (shape === undefined) return {};
  const content = { [media]: { schema: toSchema(shape, 'input') } };
  return { requestBody: { required: true, content } };
};

const toOperation = (route: Route): JsonObject => ({
  tags: [route.tag],
  summary: route.says,
  operationId: `${route.method}${route.path.replaceAll(/[^A-Za-z0-9]+/g, '-')}`,
  parameters: (route.parameters ?? []).map(toParameter),
  ...requestBodyOf(route),
  responses: { ...problemsOf(route), ...answersOf(route) },
  security: route.open === true ? [] : [{ bearer: [] }],
});

export const openApiOf = (routes: readonly Route[], version: string): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const known = paths[route.path];
    paths[route.path] = {
      ...(isJsonObject(known) ? known : {}),
      [route.method]: toOperation(route),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Interlock',
      version,
      description:
        'A durable statechart service. Without configured tokens no credential is needed on loopback.',
    },
    paths,
    components: {
      schemas: { Problem: toJsonSchema(problemShape, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
};
