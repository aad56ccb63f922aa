/** The routes of one instance: read it, wait for it, command it, deliver its events. */
import type { Response } from 'express';
import { z } from 'zod';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { refused } from '../service/outcome.ts';
import { waitedFor } from '../service/reading.ts';
import type { Service } from '../service/service.ts';
import { sendInstance, sendRefused, sendStored } from './answers.ts';
import { jsonBody } from './body.ts';
import { caller, requireRole } from './credentials.ts';
import { etagOf, ifNoneMatch } from './headers.ts';
import { idempotencyKey, idOf, idParameter } from './parameters.ts';
import { queryInteger } from './query.ts';
import { toCommand, toDelivery, typeOf } from './requests.ts';
import type { Described, Route } from './route.ts';
import { commandBody, deliveryBody, instanceShape, storedShape } from './shapes.ts';
import { notModified, ok } from './statuses.ts';
import { parse } from './validation.ts';

const MAX_WAIT_MS = 60_000;
const DEFAULT_WAIT_MS = 30_000;

export const instanceRoutes = (
  service: Service,
  lifecycle: Lifecycle,
  stopping: AbortSignal,
): Route[] => {
  const one = `/v1/${lifecycle.collection}/{${lifecycle.idField}}`;
  const base = { tag: lifecycle.collection };
  return [
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
            : await service.waitFor(
                lifecycle,
                instanceId,
                waitedFor(lifecycle, query.waitFor, seen),
                query.waitMs,
                AbortSignal.any([stopping, closing(response)]),
              );
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
        lifecycle.decidedOn === 'status' ? 'EXPECTED_STATUS_REQUIRED' : 'EXPECTED_VERSION_REQUIRED',
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
};

/** Ends the wait of a caller that has gone. */
const closing = (response: Response): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
};

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
