/** Every reachable state × every event case through HTTP, on a server of its own. */
import { beforeAll, describe, expect, it } from 'vitest';
import { lifecycles } from '../../../machines/index.ts';
import { clientOf } from '../../support/client.ts';
import { newDatabase } from '../../support/engines.ts';
import { spawnServer } from '../../support/server.ts';
import { httpLayer, type Layer } from './layer.ts';
import { differences, WALK_MS } from './walk-all.ts';

describe('through HTTP, every state answers every event as the judge says', () => {
  let layer: Layer;
  beforeAll(async () => {
    const environment = { ...(await newDatabase.PostgreSQL()), LOG_LEVEL: 'info' };
    layer = httpLayer(clientOf((await spawnServer(environment)).url));
  });
  it.each(lifecycles.map((lifecycle) => [lifecycle.name, lifecycle] as const))(
    'for the %s',
    async (_, lifecycle) => {
      expect(await differences(layer, lifecycle, false)).toEqual([]);
    },
    WALK_MS,
  );
});
