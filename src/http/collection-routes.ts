/** The routes of a lifecycle's collection: create an instance, list them. */
import { z } from 'zod';
import type { JsonObject } from '../kernel/json.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { view } from '../service/instance.ts';
import type { Service } from '../service/service.ts';
import { sendCreated, sendRefused } from './answers.ts';
import { jsonBody } from './body.ts';
import { caller, requireRole } from './credentials.ts';
import { cursorsOf } from './cursor.ts';
import { id } from '../kernel/ids.ts';
import { idempotencyKey } from './parameters.ts';
import { limit, limitShape, queryText } from './query.ts';
import { toCreation } from './requests.ts';
import type { Described, Route } from './route.ts';
import { createdShape, creationBody, instanceShape, pageShape } from './shapes.ts';
import { createdStatus, ok } from './statuses.ts';
import { parse } from './validation.ts';

export const collectionRoutes = (service: Service, lifecycle: Lifecycle): Route[] => {
  const path = `/v1/${lifecycle.collection}`;
  const base = { tag: lifecycle.collection };
  return [
    {
      ...base,
      method: 'post',
      path,
      says: lifecycle.creation.says,
      parameters: [idempotencyKey],
      body: creationBody(lifecycle),
      answers: { [createdStatus]: createdShape(lifecycle), [ok]: createdShape(lifecycle) },
      problems: [
        'COMMAND_ID_REUSED',
        'PRECONDITIONS_DISAGREE',
        'INVARIANT_BROKEN',
        ...(lifecycle.creation.key === undefined ? ['INSTANCE_EXISTS'] : []),
      ],
      async handle(request, response) {
        requireRole(caller(response), lifecycle.creation.roles, `Creating a ${lifecycle.name}`);
        const actor = caller(response).name;
        const answer = await service.create(
          toCreation(lifecycle, request, jsonBody(request), actor),
        );
        if (answer.outcome === 'refused') sendRefused(response, answer);
        else sendCreated(response, answer);
      },
    },
    {
      ...base,
      method: 'get',
      path,
      says: `A page of ${lifecycle.collection}, newest first. An observation: it may lag.`,
      parameters: listParameters(lifecycle),
      answers: {
        [ok]: pageShape(instanceShape(lifecycle, false), z.string(), { asOf: z.iso.datetime() }),
      },
      async handle(request, response) {
        const query = parse(listQuery(lifecycle), request.query);
        const { status = null, limit: count, after, ...where } = query;
        const list = { lifecycle: lifecycle.name, status, where: where as JsonObject };
        const cursors = cursorsOf(list, position);
        const items = await service.list(lifecycle, {
          status,
          where: Object.keys(where).length === 0 ? null : where,
          after: after === undefined ? null : cursors.read(after),
          limit: count,
        });
        const last = items.length === count ? items.at(-1) : undefined;
        response.status(ok).json({
          items: items.map((instance) => view(instance)),
          next:
            last === undefined
              ? null
              : cursors.write({ createdAt: last.createdAt, instanceId: last.state.instanceId }),
          asOf: new Date(await service.readClock()).toISOString(),
        });
      },
    },
  ];
};

const position = z.strictObject({
  createdAt: z.int().min(0).max(8_640_000_000_000_000),
  instanceId: id,
});

const listQuery = (lifecycle: Lifecycle) =>
  z.strictObject({
    status: z.enum(lifecycle.statuses).optional(),
    ...Object.fromEntries((lifecycle.filters ?? []).map((field) => [field, queryText.optional()])),
    limit,
    after: queryText.optional(),
  });

const listParameters = (lifecycle: Lifecycle): Described[] => [
  {
    name: 'status',
    in: 'query',
    says: 'Only those of this status.',
    schema: z.enum(lifecycle.statuses),
  },
  ...(lifecycle.filters ?? []).map((field): Described => ({
    name: field,
    in: 'query',
    says: `Only those created with this ${field}.`,
    schema: z.string(),
  })),
  { name: 'limit', in: 'query', says: 'At most this many.', schema: limitShape },
  { name: 'after', in: 'query', says: 'The `next` of the page before.', schema: z.string() },
];
