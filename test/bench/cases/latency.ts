/**
 * How long one HTTP command takes: when nothing else is asked, beside the least that a
 * durable answer costs, and at half of the throughput that was measured.
 */
import { startBareServer, type Load } from '../processes.ts';
import { inTurns, ratioOf, rowOf, type Row } from '../rounds.ts';
import type { Sample } from '../statistics.ts';
import type { World } from '../world.ts';
import { HTTP_CONNECTIONS } from './http-cases.ts';

const asksOf = (path: string, method: 'GET' | 'POST' = 'POST') => ({ method, path });

/** Each with one connection, which asks again as soon as it has its answer. */
const measureIdle = async (world: World, load: Load, url: string): Promise<Sample[][]> => {
  const { rounds, sliceMs, warmUpMs } = world.options;
  const bare = [await startBareServer(world)];
  const urls = [url];
  const one = (order: Pick<Parameters<Load>[0], 'urls' | 'asks'>) => (ms: number) =>
    load({ ...order, ms, connections: 1 });
  const runs = [
    one({ urls, asks: 'commands' }),
    one({ urls: bare, asks: asksOf('/commit') }),
    one({ urls: bare, asks: asksOf('/nothing') }),
    one({ urls, asks: asksOf('/healthz', 'GET') }),
  ];
  for (const run of runs) await run(warmUpMs);
  return inTurns(
    rounds,
    runs.map((run) => () => run(sliceMs / 2)),
  );
};

/** What the bare statement took by itself, with the service's own request that does nothing. */
const sumOf = (
  commits: readonly Sample[],
  nothing: readonly Sample[],
  health: readonly Sample[],
): Sample[] =>
  commits.map((commit, round) => {
    const statementMs = commit.p50Ms - (nothing[round]?.p50Ms ?? 0);
    return { ...commit, p50Ms: statementMs + (health[round]?.p50Ms ?? Number.NaN) };
  });

export const measureLatency = async (
  world: World,
  load: Load,
  url: string,
  perSecond: number,
): Promise<Row[]> => {
  const [commands = [], bare = [], nothing = [], health = []] = await measureIdle(world, load, url);
  const half = await load({
    urls: [url],
    connections: HTTP_CONNECTIONS,
    ms: world.options.sliceMs * 3,
    asks: 'commands',
    perSecond: perSecond / 2,
  });
  const toBare = ratioOf(commands, bare, 'p50Ms');
  const toSum = ratioOf(commands, sumOf(bare, nothing, health), 'p50Ms');
  return [
    rowOf(
      'latencyIdleToBare',
      'HTTP command, idle, to a bare server that commits one bare statement',
      commands,
      toBare,
    ),
    rowOf(
      'latencyIdleToSum',
      'HTTP command, idle, to the bare statement plus an empty request to the same service',
      commands,
      toSum,
    ),
    rowOf('bareCommit', 'bare server, one bare statement, idle', bare, null),
    rowOf('bareNothing', 'bare server, nothing, idle', nothing, null),
    rowOf('emptyRequest', 'service, GET /healthz, idle', health, null),
    rowOf('latencyHalfLoad', 'HTTP command at half of the throughput', [half], null),
  ];
};
