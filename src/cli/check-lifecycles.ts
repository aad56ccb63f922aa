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
const lint = async (): Promise<readonly Finding[]> => {
  if (!isBuilt) return lintAll(lifecycles);
  const worker = new Worker(new URL('./lint-worker.js', import.meta.url));
  const [found] = (await once(worker, 'message')) as [readonly Finding[]];
  return found;
};

let findings: Promise<readonly Finding[]> | undefined;

/** Lifecycles are constants: a process finds out about them once, however many services it runs. */
const findFaults = (): Promise<readonly Finding[]> => (findings ??= lint());

/** @throws UnsoundLifecycle */
export const checkLifecycles = async (): Promise<void> => {
  // The lint bounds the machines of its own thread; these are served.
  for (const { machine } of lifecycles) boundSettling(machine);
  const faults = await findFaults();
  if (faults.length > 0) throw new UnsoundLifecycle('these lifecycles', faults);
};
