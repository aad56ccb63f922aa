/** The routes of one instance: read it as it is, or wait for it to change. */
import type { Response } from 'express';
import { z } from 'zod';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { refused } from '../service/outcome.ts';
import { waitedFor } from '../service/reading.ts';
import type { Service } from '../service/service.ts';
import { sendInstance, sendRefused } from './answers.ts';
import { etagOf, ifNoneMatch } from './headers.ts';
import { idOf, idParameter } from './parameters.ts';
import { queryInteger } from './query.ts';
import type { Described, Route } from './route.ts';
import { instanceShape } from './shapes.ts';
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
    schema: z.int().min(0).max(MAX_WAIT_MS).default(DEFAULT_WAIT_MS),
  },
  {
    name: 'If-None-Match',
    in: 'header',
    says: 'The ETag of the version already known.',
    schema: z.string(),
  },
];
