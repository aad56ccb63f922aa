/** The generator itself: XState's own walk and the kernel's exploration reach the same states. */
import { describe, expect, it } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { explore } from '../../src/kernel/explore.ts';
import { shortestPaths } from './paths.ts';

describe('the generated paths', () => {
  it.each(lifecycles.map((lifecycle) => [lifecycle.name, lifecycle] as const))(
    'of the %s reach every state that the kernel explores, each once',
    (_, lifecycle) => {
      const keys = shortestPaths(lifecycle).map(({ stateKey }) => stateKey);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.length).toBe(explore(lifecycle).states.size);
    },
  );
});
