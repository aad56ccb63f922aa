/** Walks every path of a lifecycle, many at a time; answers what was not as it must be. */
import { explore } from '../../../src/kernel/explore.ts';
import type { Lifecycle } from '../../../src/kernel/lifecycle.ts';
import { shortestPaths } from '../paths.ts';
import type { Layer } from './layer.ts';
import { walkPath, type Tally } from './walk.ts';

const LANES = 32;

/** Longer than it takes on a machine that does other things beside. */
export const WALK_MS = 300_000;

export const differences = async (
  layer: Layer,
  lifecycle: Lifecycle,
  faults: boolean,
): Promise<string[]> => {
  const tally: Tally = { states: 0, accepted: 0, refused: 0, differences: [] };
  const queue = shortestPaths(lifecycle);
  const lane = async (): Promise<void> => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop())
      await walkPath(layer, lifecycle, path, tally, faults);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const { states, tried } = explore(lifecycle);
  const { accepted, refused } = tally;
  const whole = tally.states === states.size && accepted + refused === tried.length;
  const walked = `${tally.states} states, ${accepted + refused} pairs were walked`;
  return [
    ...tally.differences.slice(0, 5),
    ...(whole ? [] : [`${walked} of ${states.size} and ${tried.length}`]),
  ];
};
