/** The routes that every lifecycle gets for looking back: history, refusals, the state after an event. */
import { z } from 'zod';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { refused } from '../service/outcome.ts';
import { eventView } from '../service/reading.ts';
import type { Service } from '../service/service.ts';
import { id } from '../kernel/ids.ts';
import { cursorsOf } from './cursor.ts';
import { sendInstance, sendRefused } from './answers.ts';
import { idOf, idParameter } from './parameters.ts';
import { limit, limitShape, queryText, sequenceQuery } from './query.ts';
import type { Described, Route } from './route.ts';
import { eventShape, instanceShape, pageShape, refusalShape, sequence } from './shapes.ts';
import { ok } from './statuses.ts';
import { parse } from './validation.ts';

const historyQuery = z.strictObject({ after: sequenceQuery.optional(), limit });
const refusalsQuery = z.strictObject({ after: queryText.optional(), limit });
const stateQuery = z.strictObject({ at: sequenceQuery.optional() });

const inQuery = (name: string, says: string, schema: Described['schema']): Described => ({
  name,
  in: 'query',
  says,
  schema,
});

export const historyRoutes = (service: Service, lifecycle: Lifecycle): Route[] => {
  const one = `/v1/${lifecycle.collection}/{${lifecycle.idField}}`;
  const base = {
    tag: lifecycle.collection,
    method: 'get',
    problems: ['INSTANCE_UNKNOWN'],
  } as const;
  const keyOf = (instanceId: string) => ({ lifecycle: lifecycle.name, instanceId });
  return [
    {
      ...base,
      path: `${one}/events`,
      says: `The ${lifecycle.name}'s history with its evidence, in order.`,
      parameters: [
        idParameter(lifecycle),
        inQuery('after', 'Only events after this sequence; left out: from event 0.', sequence),
        inQuery('limit', 'At most this many.', limitShape),
      ],
      answers: { [ok]: pageShape(eventShape, sequence) },
      async handle(request, response) {
        const instanceId = idOf(lifecycle, request);
        const query = parse(historyQuery, request.query);
        const records = await service.readHistory(
          keyOf(instanceId),
          query.after ?? -1,
          query.limit,
        );
        if (records.length === 0 && (await service.load(lifecycle, instanceId)) === null)
          return sendRefused(response, refused('INSTANCE_UNKNOWN', null));
        const last = records.length === query.limit ? records.at(-1) : undefined;
        response.status(ok).json({ items: records.map(eventView), next: last?.sequence ?? null });
        return undefined;
      },
    },
    {
      ...base,
      path: `${one}/refusals`,
      says: `What was refused to callers of the ${lifecycle.name}, and why; oldest first.`,
      parameters: [
        idParameter(lifecycle),
        inQuery('after', 'The `next` of the page before.', z.string()),
        inQuery('limit', 'At most this many.', limitShape),
      ],
      answers: { [ok]: pageShape(refusalShape, z.string()) },
      async handle(request, response) {
        const instanceId = idOf(lifecycle, request);
        const query = parse(refusalsQuery, request.query);
        const key = keyOf(instanceId);
        const cursors = cursorsOf({ refusals: key }, id);
        const after = query.after === undefined ? '' : cursors.read(query.after);
        const records = await service.readRefusals(key, after, query.limit);
        if (records.length === 0 && (await service.load(lifecycle, instanceId)) === null)
          return sendRefused(response, refused('INSTANCE_UNKNOWN', null));
        const last = records.length === query.limit ? records.at(-1) : undefined;
        response.status(ok).json({
          items: records.map(
            ({ lifecycle: _lifecycle, instanceId: _id, refusedAt, ...record }) => ({
              ...record,
              refusedAt: new Date(refusedAt).toISOString(),
            }),
          ),
          next: last === undefined ? null : cursors.write(last.refusalId),
        });
        return undefined;
      },
    },
    {
      ...base,
      path: `${one}/state`,
      says: `The ${lifecycle.name} as it was after an event, replayed from its history.`,
      parameters: [
        idParameter(lifecycle),
        inQuery('at', 'The sequence of the event; left out: the last one.', sequence),
      ],
      answers: { [ok]: instanceShape(lifecycle, true) },
      problems: ['INSTANCE_UNKNOWN', 'SEQUENCE_UNKNOWN', 'DAMAGED_HISTORY'],
      async handle(request, response) {
        const instanceId = idOf(lifecycle, request);
        const { at } = parse(stateQuery, request.query);
        const then = await service.stateAt(lifecycle, instanceId, at ?? null);
        if ('outcome' in then) sendRefused(response, then);
        else sendInstance(response, then, true);
      },
    },
  ];
};
