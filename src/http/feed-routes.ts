/** `GET /v1/feed`: every accepted event, in pages, or live as server-sent events. */
import type { Request } from 'express';
import { z } from 'zod';
import { feedEventView } from '../service/reading.ts';
import type { FeedFilter, Position } from '../service/feed.ts';
import type { Service } from '../service/service.ts';
import { cursorsOf } from './cursor.ts';
import { streamFeed } from './event-stream.ts';
import { limit, limitShape, queryText } from './query.ts';
import type { Described, Route } from './route.ts';
import { feedEventShape } from './shapes.ts';
import { ok } from './statuses.ts';
import { parse } from './validation.ts';

const feedShape = z.strictObject({ items: z.array(feedEventShape), next: z.string() });

export const feedRoutes = (service: Service, stopping: AbortSignal): Route[] => [
  {
    method: 'get',
    path: '/v1/feed',
    tag: 'feed',
    says: "Every accepted event, each once, an instance's in their order; with `Accept: text/event-stream` the same live.",
    parameters: feedParameters(service),
    answers: { [ok]: feedShape },
    streams: 'text/event-stream',
    async handle(request, response) {
      const query = parse(feedQuery(service), request.query);
      const filter = { lifecycle: query.lifecycle ?? null, type: query.type ?? null };
      const cursors = cursorsFor(service, filter);
      const toCursor = (at: Position): string => cursors.write([...at]);
      response.vary('Accept');
      if (request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream') {
        const after = lastEventId(request) ?? query.after;
        const from = after === undefined ? service.feed.start : cursors.read(after);
        if (request.method === 'HEAD') response.status(ok).end();
        else await streamFeed(service, from, filter, toCursor, response, stopping);
        return;
      }
      const from = query.after === undefined ? service.feed.start : cursors.read(query.after);
      const { items, next } = await service.readFeed(from, filter, query.limit);
      response.status(ok).json({
        items: items.map(({ record }) => feedEventView(record)),
        next: toCursor(next),
      });
    },
  },
];

/** A filter is bound into its cursor, and so is the database: made anew, it has other events behind the same offsets. */
const cursorsFor = ({ feed }: Service, filter: FeedFilter) =>
  cursorsOf({ feed: feed.epoch, ...filter }, z.array(z.int().min(0)).length(feed.start.length));

const lastEventId = (request: Request): string | undefined => {
  const header = request.headers['last-event-id'];
  return typeof header === 'string' && header !== '' ? header : undefined;
};

const feedQuery = ({ lifecycles }: Service) =>
  z.strictObject({
    after: queryText.optional(),
    limit,
    lifecycle: z.enum(lifecycles.map(({ name }) => name)).optional(),
    type: z.enum(lifecycles.flatMap(({ events }) => Object.keys(events))).optional(),
  });

const feedParameters = ({ lifecycles }: Service): Described[] => [
  {
    name: 'after',
    in: 'query',
    says: 'The `next` of the page before, or the id of an event of the stream; left out: from the first event.',
    schema: z.string(),
  },
  { name: 'limit', in: 'query', says: 'About so many.', schema: limitShape },
  {
    name: 'lifecycle',
    in: 'query',
    says: 'Only events of this lifecycle.',
    schema: z.enum(lifecycles.map(({ name }) => name)),
  },
  {
    name: 'type',
    in: 'query',
    says: 'Only events of this type.',
    schema: z.enum(lifecycles.flatMap(({ events }) => Object.keys(events))),
  },
  {
    name: 'Last-Event-ID',
    in: 'header',
    says: 'Where a stream goes on: the id last received. Browsers send it by themselves.',
    schema: z.string(),
  },
];
