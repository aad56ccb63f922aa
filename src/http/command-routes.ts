/** The routes by which an instance moves: command it, deliver its events. */
import { z } from 'zod';
import { deliverersOf } from '../kernel/deliverers.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { commandReasons, eventReasons } from '../kernel/reasons.ts';
import type { Service } from '../service/service.ts';
import { sendRefused, sendStored } from './answers.ts';
import { jsonBody } from './body.ts';
import { caller, requireRole } from './credentials.ts';
import { idempotencyKey, idOf, idParameter } from './parameters.ts';
import { toCommand, toDelivery, typeOf } from './requests.ts';
import type { Described, Route } from './route.ts';
import { commandBody, deliveryBody, storedShape } from './shapes.ts';
import { ok } from './statuses.ts';

const expectedVersionHeader: Described = {
  name: 'If-Match',
  in: 'header',
  says: 'The expected version as an ETag, such as "7".',
  schema: z.string(),
};

const commandProblems = (lifecycle: Lifecycle): string[] => [
  'INSTANCE_UNKNOWN',
  'VERSION_CONFLICT',
  'PRECONDITION_FAILED',
  'PRECONDITIONS_DISAGREE',
  'COMMAND_ID_REUSED',
  'DUPLICATE_FACT',
  'UNKNOWN_TYPE',
  ...(lifecycle.decidedOn === 'status'
    ? ['STATUS_CHANGED', 'EXPECTED_STATUS_REQUIRED']
    : ['EXPECTED_VERSION_REQUIRED']),
  ...commandReasons(lifecycle),
];

export const commandRoutes = (service: Service, lifecycle: Lifecycle): Route[] => {
  const one = `/v1/${lifecycle.collection}/{${lifecycle.idField}}`;
  const base = { tag: lifecycle.collection };
  return [
    {
      ...base,
      method: 'post',
      path: `${one}/commands`,
      says: `Ask something of the ${lifecycle.name}, naming the ${lifecycle.decidedOn} it was decided on.`,
      parameters: [idParameter(lifecycle), idempotencyKey, expectedVersionHeader],
      body: commandBody(lifecycle),
      answers: { [ok]: storedShape(lifecycle) },
      problems: commandProblems(lifecycle),
      async handle(request, response) {
        const instanceId = idOf(lifecycle, request);
        const body = jsonBody(request);
        const type = typeOf(body, lifecycle.commands);
        requireRole(caller(response), lifecycle.commands[type]?.roles ?? [], type);
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
      problems: [
        'INSTANCE_UNKNOWN',
        'EVENT_ID_PAYLOAD_CONFLICT',
        'SEQUENCE_GAP',
        'HISTORY_CONFLICT',
        'DUPLICATE_FACT',
        'UNKNOWN_TYPE',
        ...eventReasons(lifecycle),
      ],
      async handle(request, response) {
        const instanceId = idOf(lifecycle, request);
        const body = jsonBody(request);
        const type = typeOf(body, lifecycle.events);
        requireRole(caller(response), deliverersOf(lifecycle, type), `Delivering ${type}`);
        const sender = caller(response).name;
        const answer = await service.deliver(toDelivery(lifecycle, instanceId, body, sender));
        if (answer.outcome === 'refused') sendRefused(response, answer);
        else sendStored(response, answer);
      },
    },
  ];
};
