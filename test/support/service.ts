/** A service on a store that a test holds. */
import { v7 as newId } from 'uuid';
import { lifecycles as builtIn } from '../../machines/index.ts';
import type { Lifecycle } from '../../src/kernel/lifecycle.ts';
import type { Meter } from '../../src/service/meter.ts';
import type { Log } from '../../src/service/parts.ts';
import { createService, type Service } from '../../src/service/service.ts';
import type { Store } from '../../src/store/port.ts';

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

export const uncounted: Meter = {
  answered: () => {},
  refused: () => {},
  committed: () => {},
  reached: () => {},
};

/** It never pauses: what it waits for in a test comes with the next try or not at all. */
export const serviceOn = (store: Store, lifecycles: readonly Lifecycle[] = builtIn): Service =>
  createService({
    store,
    lifecycles,
    settings: { defaultPolicy: 'completion-wins', leaseMs: 60_000 },
    now: () => Date.now(),
    newId,
    pause: () => Promise.resolve(),
    log: silent,
    meter: uncounted,
  });
