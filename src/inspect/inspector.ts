/**
 * `GET /inspect`, a WebSocket: whoever connects sees the instances it asks for, each
 * introduced once, then every event with the state it led to, after its commit and in
 * its order. A viewer that does not keep up is dropped; writers never wait for one.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { id } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import type { Log } from '../service/parts.ts';
import type { Instance } from '../service/instance.ts';
import type { Service } from '../service/service.ts';
import { actorEvent, changeEvents, sessionOf } from './wire.ts';

const PATH = '/inspect';
/** Only there to make a URL of a path. */
const BASE = 'http://localhost';
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
const TOO_SLOW = 1013;
const GOING_AWAY = 1001;
const FAREWELL_MS = 1_000;

/** Null if the caller may watch, else the status line that it gets; the HTTP side knows which. */
export type Admission = (request: IncomingMessage) => string | null;

interface Wanted {
  readonly lifecycle: string | null;
  readonly id: string | null;
}

/** Null for a query that names nothing that can be. */
const wantedBy = (query: URLSearchParams): Wanted | null => {
  const [instanceId, lifecycle] = [query.get('id'), query.get('lifecycle')];
  const known = [...query.keys()].every((key) => key === 'id' || key === 'lifecycle');
  if (!known || (instanceId !== null && !id.safeParse(instanceId).success)) return null;
  return { lifecycle, id: instanceId };
};

const lifecycleOf = ({ lifecycles }: Service, wanted: string): Lifecycle | undefined =>
  lifecycles.find(({ name }) => name === wanted);

const wants = (wanted: Wanted, { lifecycle: { name }, state }: Instance): boolean =>
  (wanted.lifecycle === null || wanted.lifecycle === name) &&
  (wanted.id === null || wanted.id === state.instanceId);

export interface Inspector {
  close(): void;
}

export const attachInspector = (
  server: Server,
  service: Service,
  admits: Admission,
  log: Log,
): Inspector => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 });
  const reject = (socket: Duplex, line: string): void => {
    socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  };
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', (error) => log.warn({ err: error }, 'inspect connection failed'));
    const target = request.url ?? '';
    if (!URL.canParse(target, BASE)) return reject(socket, '400 Bad Request');
    const url = new URL(target, BASE);
    if (url.pathname !== PATH) return reject(socket, '404 Not Found');
    const refusal = admits(request);
    if (refusal !== null) return reject(socket, refusal);
    const wanted = wantedBy(url.searchParams);
    if (wanted === null) return reject(socket, '400 Bad Request');
    if (wanted.lifecycle !== null && lifecycleOf(service, wanted.lifecycle) === undefined)
      return reject(socket, '404 Not Found');
    sockets.handleUpgrade(request, socket, head, (viewer) => {
      watch(service, viewer, wanted, log);
    });
    return undefined;
  };
  server.on('upgrade', onUpgrade);
  return {
    close() {
      for (const viewer of sockets.clients) {
        viewer.close(GOING_AWAY, 'the service stops');
        // One that does not say goodbye must not hold the service.
        setTimeout(() => viewer.terminate(), FAREWELL_MS).unref();
      }
      sockets.close();
    },
  };
};

const watch = (service: Service, viewer: WebSocket, wanted: Wanted, log: Log): void => {
  const introduced = new Set<string>();
  const send = (event: JsonObject): void => {
    if (viewer.readyState !== viewer.OPEN) return;
    if (viewer.bufferedAmount > MAX_BUFFERED_BYTES) viewer.close(TOO_SLOW, 'too slow');
    else viewer.send(JSON.stringify(event));
  };
  const introduce = (instance: Instance): void => {
    const session = sessionOf(instance);
    if (introduced.has(session)) return;
    introduced.add(session);
    send(actorEvent(instance));
  };
  const stop = service.publisher.follow((change) => {
    if (!wants(wanted, change.instance)) return;
    introduce(change.instance);
    for (const event of changeEvents(change)) send(event);
  });
  viewer.on('close', stop);
  viewer.on('error', (error) => log.warn({ err: error }, 'inspect viewer failed'));
  const lifecycle = wanted.lifecycle === null ? undefined : lifecycleOf(service, wanted.lifecycle);
  if (lifecycle === undefined || wanted.id === null) return;
  service.load(lifecycle, wanted.id).then(
    (instance) => {
      if (instance !== null) introduce(instance);
    },
    (error: unknown) => log.warn({ err: error }, 'an inspected instance could not be loaded'),
  );
};
