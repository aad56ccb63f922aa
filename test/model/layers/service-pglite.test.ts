/** Every reachable state × every event case through the service on PGlite, with the faults of delivery. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lifecycles } from '../../../machines/index.ts';
import { newDatabase } from '../../support/engines.ts';
import { serviceLayer, type Layer } from './layer.ts';
import { differences, WALK_MS } from './walk-all.ts';

describe('through the service on PGlite, every state answers every event as the judge says', () => {
  let layer: Layer;
  beforeAll(async () => {
    layer = await serviceLayer(await newDatabase.PGlite(), lifecycles);
  });
  afterAll(() => layer.close());
  it.each(lifecycles.map((lifecycle) => [lifecycle.name, lifecycle] as const))(
    'for the %s',
    async (_, lifecycle) => {
      expect(await differences(layer, lifecycle, true)).toEqual([]);
    },
    WALK_MS,
  );
});
