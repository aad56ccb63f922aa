/** The HTTP server around the app: what it does with connections, beside answering on them. */
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';

/**
 * Some clients offer HTTP/2 with every plain request (`Upgrade: h2c`), which a server may
 * overlook. Node.js would take that for an upgrade as soon as WebSockets are served, and
 * the request would have no answer; so it is told of no upgrade but those to WebSocket.
 */
class Incoming extends IncomingMessage {
  /** What the parser found: set by Node.js, also before the headers are known. */
  declare wantsUpgrade: boolean | null;

  get upgrade(): boolean {
    return this.wantsUpgrade === true && this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  set upgrade(found: boolean | null) {
    this.wantsUpgrade = found;
  }
}

/** Answers under way when `stopping` begins are their connections' last: a caller in a loop would keep the service. */
export const createHttpServer = (app: RequestListener, stopping: AbortSignal): Server => {
  const underWay = new Set<ServerResponse>();
  const letGo = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  stopping.addEventListener('abort', () => {
    for (const response of underWay) letGo(response);
  });
  // No limit on how long a body may come in: a bulk delivery goes on for as long as its sender does.
  return createServer({ IncomingMessage: Incoming, requestTimeout: 0 }, (request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (stopping.aborted) letGo(response);
    app(request, response);
  });
};
