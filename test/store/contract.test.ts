/** One contract for every engine: what the service relies on when it uses the store's port. */
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../../src/cli/config.ts';
import { openStore } from '../../src/cli/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { onEachEngine } from '../support/engines.ts';
import { silent } from '../support/service.ts';
import { committing } from './commit-contract.ts';
import { reading } from './reading-contract.ts';

onEachEngine('the store', (newDatabase) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(readConfig(await newDatabase()), silent);
  });
  afterAll(() => store.close());

  committing(() => store);
  reading(() => store);
});
