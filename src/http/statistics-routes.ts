/** `GET /v1/statistics`: how many instances are where, for how long, and what is refused. */
import { z } from 'zod';
import type { Service } from '../service/service.ts';
import { caller, requireRole } from './credentials.ts';
import type { Route } from './route.ts';
import { accepted, ok } from './statuses.ts';

const count = z.int().min(0);

const statisticsShape = z.strictObject({
  items: z.array(
    z.strictObject({
      lifecycle: z.string(),
      statuses: z.array(
        z.strictObject({
          status: z.string(),
          present: count,
          departed: count,
          averageMs: z.number().nullable(),
        }),
      ),
      refusals: z.array(z.strictObject({ reason: z.string(), times: count })),
    }),
  ),
  behind: count,
});

export const statisticsRoutes = (service: Service): Route[] => [
  {
    method: 'get',
    path: '/v1/statistics',
    tag: 'operations',
    says: 'How many instances are in which status, how long they stayed in those they left, and what is refused. Counted from the feed: `behind` says how many events are still to come.',
    answers: { [ok]: statisticsShape },
    async handle(_request, response) {
      const { statuses, refusals, behind } = await service.readStatistics();
      const items = service.lifecycles.map((lifecycle) => ({
        lifecycle: lifecycle.name,
        statuses: lifecycle.statuses.map((status) => {
          const found = statuses.find(
            (each) => each.lifecycle === lifecycle.name && each.status === status,
          );
          const { present = 0, departed = 0, spentMs = 0 } = found ?? {};
          return {
            status,
            present,
            departed,
            averageMs: departed === 0 ? null : spentMs / departed,
          };
        }),
        refusals: refusals
          .filter((each) => each.lifecycle === lifecycle.name)
          .map(({ reason, times }) => ({ reason, times })),
      }));
      response.status(ok).json({ items, behind });
    },
  },
  {
    method: 'post',
    path: '/v1/statistics/rebuild',
    tag: 'operations',
    says: 'Forgets the statistics and counts all of history anew. Nothing else is touched.',
    answers: { [accepted]: z.strictObject({ rebuilding: z.literal(true) }) },
    async handle(_request, response) {
      requireRole(caller(response), ['admin'], 'Rebuilding the statistics');
      await service.rebuildStatistics();
      response.status(accepted).json({ rebuilding: true });
    },
  },
];
