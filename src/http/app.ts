/** The Express app: middleware in order, then the routes, made from the list of lifecycles. */
import express, { type Express, type RequestHandler } from 'express';
import type { Log } from '../service/parts.ts';
import type { Service } from '../service/service.ts';
import { readBody } from './body.ts';
import { collectionRoutes } from './collection-routes.ts';
import { commandRoutes } from './command-routes.ts';
import { authenticate, type Token } from './credentials.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { docs } from './docs.ts';
import { failures } from './failures.ts';
import { takeNoOtherConditions } from './headers.ts';
import { feedRoutes } from './feed-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { instanceRoutes } from './instance-routes.ts';
import { openApiOf } from './openapi.ts';
import { operationRoutes } from './operation-routes.ts';
import type { Metrics } from './metrics.ts';
import { Problem } from './problem.ts';
import { requestLog } from './request-log.ts';
import { statisticsRoutes } from './statistics-routes.ts';
import { expressPath, type Route } from './route.ts';
import { ok } from './statuses.ts';

export interface AppOptions {
  readonly service: Service;
  readonly tokens: readonly Token[];
  readonly log: Log;
  readonly metrics: Metrics;
  readonly newId: () => string;
  readonly version: string;
  /** Ends waiting requests when the service stops. */
  readonly stopping: AbortSignal;
}

/** What every answer says. */
const ALWAYS = new Map([
  ['X-Content-Type-Options', 'nosniff'],
  ['Cache-Control', 'no-store'],
  [
    'Content-Security-Policy',
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
  ],
]);

const routesOf = ({ service, stopping, metrics, log }: AppOptions): Route[] => [
  ...service.lifecycles.flatMap((lifecycle) => [
    ...collectionRoutes(service, lifecycle),
    ...instanceRoutes(service, lifecycle, stopping),
    ...commandRoutes(service, lifecycle),
    ...historyRoutes(service, lifecycle),
  ]),
  ...feedRoutes(service, stopping),
  ...deliveryRoutes(service, stopping, log),
  ...statisticsRoutes(service),
  ...operationRoutes(service, metrics),
];

const onlyKnownMethods =
  (methods: readonly string[]): RequestHandler =>
  (_request, response) => {
    response.set('Allow', methods.join(', '));
    throw new Problem('METHOD_NOT_ALLOWED', `This path takes ${methods.join(', ')}.`);
  };

const mount = (app: Express, routes: readonly Route[], guard: RequestHandler): void => {
  const methods = new Map<string, string[]>();
  for (const route of routes) {
    const path = expressPath(route.path);
    const handlers: RequestHandler[] = [
      ...(route.open === true ? [] : [guard]),
      ...(route.method === 'get' ? [] : [takeNoOtherConditions(route)]),
      ...(route.body === undefined ? [] : readBody),
      ...(route.takes?.read ?? []),
      (request, response) => route.handle(request, response),
    ];
    app[route.method](path, ...handlers);
    const known = methods.get(path) ?? [];
    methods.set(path, [
      ...known,
      ...(route.method === 'get' ? ['GET', 'HEAD'] : [route.method.toUpperCase()]),
    ]);
  }
  for (const [path, known] of methods) app.all(path, onlyKnownMethods(known));
};

export const createApp = (options: AppOptions): Express => {
  const { tokens, log, newId, version } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use((_request, response, next) => {
    response.setHeaders(ALWAYS);
    next();
  });
  app.use(requestLog(log, newId));
  const routes = routesOf(options);
  const document = openApiOf(routes, version);
  app.get('/openapi.json', (_request, response) => {
    response.status(ok).json(document);
  });
  app.use('/docs', docs());
  mount(app, routes, authenticate(tokens));
  app.use(() => {
    throw new Problem('PATH_UNKNOWN', 'There is nothing at this path.');
  });
  app.use(failures(log));
  return app;
};
