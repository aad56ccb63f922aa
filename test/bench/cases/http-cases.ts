/** One command a request, over HTTP, from the load generator's process to services of their own. */
import { startService, type Load } from '../processes.ts';
import type { World } from '../world.ts';
import type { Case } from './case.ts';

export const HTTP_CONNECTIONS = 64;
const PROCESSES = [1, 2, 4];

export interface HttpCases {
  /** The first of the services. */
  readonly url: string;
  readonly cases: readonly Case[];
}

const nameFor = (processes: number): string =>
  processes === 1 ? 'httpPg64' : `httpPg64On${processes}`;

/** Services of one, two and four processes, all on one database. */
export const httpCases = async (world: World, load: Load): Promise<HttpCases> => {
  const database = await world.newDatabase();
  const urls: string[] = [];
  while (urls.length < Math.max(...PROCESSES)) urls.push(await startService(world, database));
  return {
    url: urls[0] ?? '',
    cases: PROCESSES.map((processes) => ({
      name: nameFor(processes),
      says: `HTTP, ${HTTP_CONNECTIONS} connections, ${processes} service process${processes > 1 ? 'es' : ''}`,
      run: (ms) =>
        load({
          urls: urls.slice(0, processes),
          connections: HTTP_CONNECTIONS,
          ms,
          asks: 'commands',
        }),
    })),
  };
};
