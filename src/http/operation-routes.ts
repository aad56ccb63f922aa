/** The service's own routes: is it alive, is it ready, what lifecycles has it, what did it set aside. */
import { z } from 'zod';
import { isPlace } from '../kernel/condition.ts';
import { deliverersOf } from '../kernel/deliverers.ts';
import type { JsonObject } from '../kernel/json.ts';
import { id } from '../kernel/ids.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { commandReasons } from '../kernel/reasons.ts';
import type { Service } from '../service/service.ts';
import { cursorsOf } from './cursor.ts';
import { limit, limitShape, queryText } from './query.ts';
import type { Metrics } from './metrics.ts';
import { Problem } from './problem.ts';
import type { Route } from './route.ts';
import { pageShape, toJsonSchema } from './shapes.ts';
import { ok } from './statuses.ts';
import { parse } from './validation.ts';

const summary = (lifecycle: Lifecycle): JsonObject => ({
  name: lifecycle.name,
  version: lifecycle.version,
  collection: lifecycle.collection,
  statuses: lifecycle.statuses,
  decidedOn: lifecycle.decidedOn,
});

/** The machine as plain JSON: what Stately's editor takes. */
const definition = ({ machine }: Lifecycle): JsonObject =>
  JSON.parse(JSON.stringify(machine.config)) as JsonObject;

const details = (lifecycle: Lifecycle): JsonObject => ({
  ...summary(lifecycle),
  versions: [lifecycle.version],
  definition: definition(lifecycle),
  creation: {
    event: lifecycle.creation.event,
    roles: lifecycle.creation.roles,
    input: toJsonSchema(lifecycle.creation.input, 'input'),
  },
  commands: Object.entries(lifecycle.commands).map(
    ([type, { says, roles, yields, refuses = [], fields }]) => ({
      type,
      says,
      roles,
      yields,
      refuses,
      fields: toJsonSchema(fields, 'input'),
    }),
  ),
  events: Object.entries(lifecycle.events).map(([type, { says, payload }]) => ({
    type,
    says,
    roles: deliverersOf(lifecycle, type),
    payload: toJsonSchema(payload, 'input'),
  })),
  guards: Object.fromEntries(
    Object.entries(lifecycle.conditions).map(([guard, conditions]) => [
      guard,
      conditions.map(({ says, refusal, test }) => ({ says, refusal, onRegion: isPlace(test) })),
    ]),
  ),
  refusals: commandReasons(lifecycle),
  invariants: lifecycle.invariants.map(({ name }) => name),
});

const lifecycleShape = z.looseObject({
  name: z.string(),
  version: z.int(),
  collection: z.string(),
  statuses: z.array(z.string()),
  decidedOn: z.enum(['version', 'status']),
});

const quarantineShape = z.strictObject({
  quarantineId: z.string(),
  lifecycle: z.string(),
  instanceId: z.string(),
  eventId: z.string(),
  sequence: z.int(),
  type: z.string(),
  payload: z.looseObject({}),
  reason: z.string(),
  sender: z.string(),
  times: z.int(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});

const quarantineQuery = z.strictObject({ after: queryText.optional(), limit });
const quarantined = cursorsOf({ list: 'quarantine' }, id);
const alive = z.strictObject({ status: z.literal('ok') });

export const operationRoutes = (service: Service, metrics: Metrics): Route[] => [
  {
    method: 'get',
    path: '/healthz',
    tag: 'operations',
    says: 'The process is alive.',
    open: true,
    answers: { [ok]: alive },
    handle: (_request, response) => {
      response.status(ok).json({ status: 'ok' });
    },
  },
  {
    method: 'get',
    path: '/readyz',
    tag: 'operations',
    says: 'The database answers.',
    open: true,
    answers: { [ok]: alive },
    async handle(_request, response) {
      await service.readClock();
      response.status(ok).json({ status: 'ok' });
    },
  },
  {
    method: 'get',
    path: '/metrics',
    tag: 'operations',
    says: 'Counters and timings for Prometheus.',
    answers: { [ok]: z.string() },
    media: 'text/plain',
    async handle(_request, response) {
      response
        .status(ok)
        .type(metrics.contentType)
        .send(await metrics.text());
    },
  },
  {
    method: 'get',
    path: '/v1/lifecycles',
    tag: 'lifecycles',
    says: 'The lifecycles this service keeps.',
    answers: { [ok]: z.strictObject({ items: z.array(lifecycleShape) }) },
    handle: (_request, response) => {
      response.status(ok).json({ items: service.lifecycles.map(summary) });
    },
  },
  {
    method: 'get',
    path: '/v1/lifecycles/{name}',
    tag: 'lifecycles',
    says: 'One lifecycle: its machine as JSON for Stately, its commands, events, refusals and invariants.',
    parameters: [
      { name: 'name', in: 'path', says: 'Its name.', schema: z.string(), required: true },
    ],
    answers: { [ok]: lifecycleShape },
    problems: ['LIFECYCLE_UNKNOWN'],
    handle: (request, response) => {
      const lifecycle = service.lifecycles.find(({ name }) => name === request.params['name']);
      if (lifecycle === undefined)
        throw new Problem('LIFECYCLE_UNKNOWN', 'There is no such lifecycle.');
      response.status(ok).json(details(lifecycle));
    },
  },
  {
    method: 'get',
    path: '/v1/quarantine',
    tag: 'operations',
    says: 'Deliveries that contradicted history and were set aside.',
    parameters: [
      { name: 'after', in: 'query', says: 'The `next` of the page before.', schema: z.string() },
      { name: 'limit', in: 'query', says: 'At most this many.', schema: limitShape },
    ],
    answers: { [ok]: pageShape(quarantineShape, z.string()) },
    async handle(request, response) {
      const query = parse(quarantineQuery, request.query);
      const after = query.after === undefined ? '' : quarantined.read(query.after);
      const items = await service.listQuarantine(after, query.limit);
      const last = items.length === query.limit ? items.at(-1) : undefined;
      response.status(ok).json({
        items: items.map(({ firstSeenAt, lastSeenAt, ...item }) => ({
          ...item,
          firstSeenAt: new Date(firstSeenAt).toISOString(),
          lastSeenAt: new Date(lastSeenAt).toISOString(),
        })),
        next: last === undefined ? null : quarantined.write(last.quarantineId),
      });
    },
  },
];
