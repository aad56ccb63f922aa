/** The composition root: settings in, a listening service out, and how to stop it. */
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { lifecycles } from '../../machines/index.ts';
import { createApp } from '../http/app.ts';
import { callerOf, isLoopbackHost } from '../http/credentials.ts';
import { createMetrics } from '../http/metrics.ts';
import { Problem } from '../http/problem.ts';
import { createHttpServer } from '../http/server.ts';
import { attachInspector } from '../inspect/inspector.ts';
import type { Log } from '../service/parts.ts';
import { startFollower } from '../service/follower.ts';
import { createService } from '../service/service.ts';
import { statistics } from '../service/statistics.ts';
import { openClock } from '../store/clock.ts';
import { checkLifecycles } from './check-lifecycles.ts';
import type { Config } from './config.ts';
import { openStore } from './open-store.ts';
import { startUpkeep } from './upkeep.ts';
import { version } from './version.ts';

export interface Serving {
  readonly url: string;
  /** Answers what is under way, writes what is buffered, and ends. */
  stop(): Promise<void>;
}

/** Without credentials a browser may watch from loopback pages only. */
const admits =
  (config: Config) =>
  (request: IncomingMessage): string | null => {
    try {
      callerOf(config.tokens, request.headers);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return `${error.status} ${STATUS_CODES[error.status] ?? ''}`;
    }
    const { origin } = request.headers;
    const isAdmitted =
      origin === undefined ||
      config.tokens.length > 0 ||
      (URL.canParse(origin) && isLoopbackHost(new URL(origin).host));
    return isAdmitted ? null : '403 Forbidden';
  };

/** @throws UnsoundLifecycle, FolderInUse, ForeignDatabase, StoreAway, and the system's errors of listening */
export const serve = async (config: Config, log: Log): Promise<Serving> => {
  const [checked, opened] = await Promise.allSettled([checkLifecycles(), openStore(config, log)]);
  if (opened.status === 'rejected') throw opened.reason;
  const store = opened.value;
  try {
    if (checked.status === 'rejected') throw checked.reason;
    const clock = await openClock(store);
    const metrics = createMetrics();
    const service = createService({
      store,
      lifecycles,
      settings: { defaultPolicy: config.defaultPolicy, leaseMs: config.leaseMs },
      now: () => clock.now(),
      newId,
      pause,
      log,
      meter: metrics.meter,
    });
    metrics.gauge(
      'interlock_writes_waiting',
      'Writes that wait for their commit.',
      () => service.queues().writes,
    );
    metrics.gauge(
      'interlock_refusals_waiting',
      'Refusals that wait to be recorded.',
      () => service.queues().refusals,
    );
    metrics.gauge(
      'interlock_refusals_lost',
      'Refusals that could not be recorded.',
      () => service.queues().refusalsLost,
    );
    const stopping = new AbortController();
    const app = createApp({
      service,
      tokens: config.tokens,
      log,
      metrics,
      newId,
      version,
      stopping: stopping.signal,
    });
    const server = createHttpServer(app, stopping.signal);
    const inspector = attachInspector(server, service, admits(config), log);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(config.port, config.host, resolve);
    });
    const stopStatistics = startFollower(
      { store, publisher: service.publisher, log },
      statistics(store),
    );
    const stopUpkeep = startUpkeep(store, clock, service.publisher, log);
    const { port } = server.address() as AddressInfo;
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    return {
      url: `http://${host}:${port}`,
      async stop() {
        stopping.abort();
        stopUpkeep();
        const counted = stopStatistics();
        inspector.close();
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeIdleConnections();
        await closed;
        await counted;
        await service.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
};
