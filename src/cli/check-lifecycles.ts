/** Makes sure that every lifecycle is sound before it is served. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { lifecycles } from '../../machines/index.ts';
import { UnsoundLifecycle } from '../kernel/lint/assert-sound.ts';
import type { Finding } from '../kernel/lint/finding.ts';
import { lintAll } from '../kernel/lint/lint-all.ts';
import { boundSettling } from '../kernel/lint/settling.ts';

const isBuilt = import.meta.url.endsWith('.js');

/** In a thread of its own where there is a build of it; from the sources, here. */
const findFaults = async (): Promise<readonly Finding[]> => {
  if (!isBuilt) return lintAll(lifecycles);
  const worker = new Worker(new URL('./lint-worker.js', import.meta.url));
  const [findings] = (await once(worker, 'message')) as [readonly Finding[]];
  return findings;
};

/** @throws UnsoundLifecycle */
export const checkLifecycles = async (): Promise<void> => {
  // The lint bounds the machines of its own thread; these are served.
  for (const { machine } of lifecycles) boundSettling(machine);
  const findings = await findFaults();
  if (findings.length > 0) throw new UnsoundLifecycle('these lifecycles', findings);
};
