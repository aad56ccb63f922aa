/** The routes that every lifecycle gets for its instances: create, read, list, command, deliver. */
import type { Request } from 'express';
import { z } from 'zod';
import type { JsonObject } from '../kernel/json.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { view, type Instance } from '../service/instance.ts';
import { refused } from '../service/outcome.ts';
import { waitedFor } from '../service/reading.ts';
import type { Service } from '../service/service.ts';
import { sendCreated, sendInstance, sendRefused, sendStored } from './answers.ts';
import { jsonBody } from './body.ts';
import { caller, requireRole } from './credentials.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { etagOf, ifNoneMatch } from './headers.ts';
import { toCommand, toCreation, toDelivery, typeOf } from './requests.ts';
import type { Described, Route } from './route.ts';
import {
  commandBody,
  createdShape,
  creationBody,
  deliveryBody,
  instanceShape,
  pageShape,
  storedShape,
} from './shapes.ts';
import { createdStatus, notModified, ok } from './statuses.ts';
import { limit, queryInteger } from './query.ts';
import { parse, pathId } from './validation.ts';
import { id } from '../kernel/ids.ts';

const MAX_WAIT_MS = 60_000;
const DEFAULT_WAIT_MS = 30_000;

export const idParameter = (lifecycle: Lifecycle): Described => ({
  name: lifecycle.idField,
  in: 'path',
  says: `The ${lifecycle.name}'s id.`,
  schema: id,
  required: true,
});

export const idOf = (lifecycle: Lifecycle, request: Request): string =>
  pathId(request.params[lifecycle.idField], lifecycle.idField);

const idempotencyKey: Described = {
  name: 'Idempotency-Key',
  in: 'header',
  says: 'The command id, where the body has none.',
  schema: id,
};

export const instanceRoutes = (
  service: Service,
  lifecycle: Lifecycle,
  stopping: AbortSignal,
): Route[] => {
  const all = `/v1/${lifecycle.collection}`;
  const one = `${all}/{${lifecycle.idField}}`;
  const base = { tag: lifecycle.collection };
  return [
    {
      ...base,
      method: 'post',
      path: all,
      says: lifecycle.creation.says,
      parameters: [idempotencyKey],
      body: creationBody(lifecycle),
      answers: { [createdStatus]: createdShape(lifecycle), [ok]: createdShape(lifecycle) },
      problems: ['INSTANCE_EXISTS', 'COMMAND_ID_REUSED'],
      async handle(request, response) {
        requireRole(response, lifecycle.creation.roles, `Creating a ${lifecycle.name}`);
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
      path: all,
      says: `A page of ${lifecycle.collection}, newest first. An observation: it may lag.`,
      parameters: listParameters(lifecycle),
      answers: {
        [ok]: pageShape(instanceShape(lifecycle, false), z.string(), { asOf: z.iso.datetime() }),
      },
      async handle(request, response) {
        const query = parse(listQuery(lifecycle), request.query);
        const { status = null, limit: count, after, ...where } = query;
        const items = await service.list(lifecycle, {
          status,
          where: Object.keys(where).length === 0 ? null : (where as JsonObject),
          after: after === undefined ? null : fromCursor(after),
          limit: count,
        });
        const last = items.length === count ? items.at(-1) : undefined;
        response.status(ok).json({
          items: items.map((instance) => view(instance)),
          next: last === undefined ? null : toCursor(last.createdAt, last.state.instanceId),
          asOf: new Date(await service.readClock()).toISOString(),
        });
      },
    },
    {
      ...base,
      method: 'get',
      path: one,
      says: `The ${lifecycle.name} as it is; with waitFor, once it is as asked, or after waitMs.`,
      parameters: [idParameter(lifecycle), ...waitParameters(lifecycle)],
      answers: { [ok]: instanceShape(lifecycle, true), [notModified]: null },
      problems: ['INSTANCE_UNKNOWN'],
      async handle(request, response) {
        const instanceId = idOf(lifecycle, request);
        const query = parse(waitQuery(lifecycle), request.query);
        const seen = ifNoneMatch(request);
        const instance =
          query.waitFor === undefined
            ? await service.load(lifecycle, instanceId)
            : await wait(instanceId, query.waitFor, query.waitMs, seen, closing(request));
        if (instance === null) return sendRefused(response, refused('INSTANCE_UNKNOWN', null));
        if (seen !== instance.state.version) return sendInstance(response, instance, true);
        response.status(notModified).set('ETag', etagOf(seen)).end();
        return undefined;
      },
    },
    {
      ...base,
      method: 'post',
      path: `${one}/commands`,
      says: `Ask something of the ${lifecycle.name}, naming the ${lifecycle.decidedOn} it was decided on.`,
      parameters: [
        idParameter(lifecycle),
        idempotencyKey,
        {
          name: 'If-Match',
          in: 'header',
          says: 'The expected version as an ETag, such as "7".',
          schema: z.string(),
        },
      ],
      body: commandBody(lifecycle),
      answers: { [ok]: storedShape(lifecycle) },
      problems: [
        'INSTANCE_UNKNOWN',
        'VERSION_CONFLICT',
        'PRECONDITION_FAILED',
        'COMMAND_ID_REUSED',
        'EXPECTED_VERSION_REQUIRED',
      ],
      async handle(request, response) {
        const instanceId = idOf(lifecycle, request);
        const body = jsonBody(request);
        const type = typeOf(body, lifecycle.commands);
        requireRole(response, lifecycle.commands[type]?.roles ?? [], type);
        const actor = caller(response).name;
        const { command, byHeader } = toCommand(lifecycle, instanceId, request, body, actor);
        const answer = await service.send(command);
        if (answer.outcome === 'refused') sendRefused(response, answer, byHeader);
        else sendStored(response, answer);
      },
    },
    {
      ...base,
      method: 'post',
      path: `${one}/events`,
      says: `Deliver a fact about the ${lifecycle.name} under an id and sequence of your own.`,
      parameters: [idParameter(lifecycle)],
      body: deliveryBody(lifecycle),
      answers: { [ok]: storedShape(lifecycle) },
      problems: ['INSTANCE_UNKNOWN', 'EVENT_ID_PAYLOAD_CONFLICT'],
      async handle(request, response) {
        const instanceId = idOf(lifecycle, request);
        requireRole(response, lifecycle.deliveredBy, 'Delivering events');
        const sender = caller(response).name;
        const answer = await service.deliver(
          toDelivery(lifecycle, instanceId, jsonBody(request), sender),
        );
        if (answer.outcome === 'refused') sendRefused(response, answer);
        else sendStored(response, answer);
      },
    },
  ];

  function wait(
    instanceId: string,
    what: string,
    waitMs: number,
    seen: number | null,
    closed: AbortSignal,
  ): Promise<Instance | null> {
    const signal = AbortSignal.any([stopping, closed]);
    return service.waitFor(
      lifecycle,
      instanceId,
      waitedFor(lifecycle, what, seen),
      waitMs,
      signal,
    );
  }
};

/** Ends the wait of a caller that has gone. */
const closing = (request: Request): AbortSignal => {
  const controller = new AbortController();
  request.once('close', () => controller.abort());
  request.socket.once('close', () => controller.abort());
  return controller.signal;
};

const listQuery = (lifecycle: Lifecycle) =>
  z.strictObject({
    status: z.enum(lifecycle.statuses).optional(),
    ...Object.fromEntries(
      (lifecycle.filters ?? []).map((field) => [field, z.string().max(1024).optional()]),
    ),
    limit,
    after: z.string().optional(),
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
  { name: 'limit', in: 'query', says: 'At most this many.', schema: limit },
  { name: 'after', in: 'query', says: 'The `next` of the page before.', schema: z.string() },
];

const waitQuery = (lifecycle: Lifecycle) =>
  z.strictObject({
    waitFor: z.enum(['final', 'change', ...lifecycle.statuses]).optional(),
    waitMs: queryInteger(0, MAX_WAIT_MS).default(DEFAULT_WAIT_MS),
  });

const waitParameters = (lifecycle: Lifecycle): Described[] => [
  {
    name: 'waitFor',
    in: 'query',
    says: 'A status, `final`, or `change` (with If-None-Match): answer once it is so.',
    schema: z.enum(['final', 'change', ...lifecycle.statuses]),
  },
  {
    name: 'waitMs',
    in: 'query',
    says: 'How long to wait at most; then it answers with what is.',
    schema: z.int().min(0).max(MAX_WAIT_MS),
  },
  {
    name: 'If-None-Match',
    in: 'header',
    says: 'The ETag of the version already known.',
    schema: z.string(),
  },
];
