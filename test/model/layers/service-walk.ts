/** Every reachable state × every event case through the service on one engine, with the faults of delivery. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lifecycles } from '../../../machines/index.ts';
import { newDatabase, type Engine } from '../../support/engines.ts';
import { serviceLayer, type Layer } from './layer.ts';
import { differences, WALK_MS } from './walk-all.ts';

/** A test file for each engine, so that they run side by side. */
export const walkThroughService = (engine: Engine): void => {
  let layer: Layer;
  beforeAll(async () => {
    layer = await serviceLayer(await newDatabase[engine](), lifecycles);
  });
  afterAll(() => layer.close());
  it.each(lifecycles.map((lifecycle) => [lifecycle.name, lifecycle] as const))(
    'for the %s',
    async (_, lifecycle) => {
      expect(await differences(layer, lifecycle, true)).toEqual([]);
    },
    WALK_MS,
  );
};
