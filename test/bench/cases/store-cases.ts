/** One event at a time into the store, through its committers, from this process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPglite } from '../../../src/store/pglite.ts';
import { serviceOn } from '../../support/service.ts';
import { closedLoop } from '../closed-loop.ts';
import { openStore, openStoreOn, reachOf, storeLanes } from '../in-process.ts';
import { TaskScript } from '../task-script.ts';
import type { World } from '../world.ts';
import type { Case } from './case.ts';

const CLIENTS = [1, 16, 64, 256, 1_024];
const MOST = 1_024;
const PGLITE_CLIENTS = 64;
const SERVICE_CLIENTS = 64;

export const storeCases = async (world: World): Promise<Case[]> => {
  const lanes = await storeLanes(await openStore(world), MOST);
  return CLIENTS.map((clients) => ({
    name: `storePg${clients}`,
    says: `store, PostgreSQL, ${clients.toLocaleString('en')} concurrent`,
    run: (ms) => closedLoop(lanes.slice(0, clients), ms),
  }));
};

export const pgliteCases = async (world: World): Promise<Case[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'interlock-bench-'));
  world.onEnd(() => rm(folder, { recursive: true, force: true }));
  const store = await openStoreOn(world, await openPglite(folder));
  const lanes = await storeLanes(store, PGLITE_CLIENTS);
  return [
    {
      name: `storePglite${PGLITE_CLIENTS}`,
      says: `store, PGlite (which does not fsync), ${PGLITE_CLIENTS} concurrent`,
      run: (ms) => closedLoop(lanes, ms),
    },
  ];
};

/** The store and everything above it but HTTP: cache, decision, statechart, hashes. */
export const serviceCases = async (world: World): Promise<Case[]> => {
  const service = serviceOn(await openStore(world));
  const lanes = Array.from({ length: SERVICE_CLIENTS }, () => {
    const script = new TaskScript(reachOf(service));
    return () => script.advance();
  });
  return [
    {
      name: `servicePg${SERVICE_CLIENTS}`,
      says: `service in this process, PostgreSQL, ${SERVICE_CLIENTS} concurrent`,
      run: (ms) => closedLoop(lanes, ms),
    },
  ];
};
