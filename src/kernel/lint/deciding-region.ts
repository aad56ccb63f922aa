/** Rule `deciding-region`: a machine with regions names the one that decides; a machine without has none to name. */
import type { Lifecycle } from '../lifecycle.ts';
import type { Finding } from './finding.ts';

export const decidingRegion = ({ decidingRegion: region, machine }: Lifecycle): Finding[] => {
  const says = faultIn(region, machine.root.type === 'parallel', machine.root.states);
  return says === null ? [] : [{ rule: 'deciding-region', where: 'the lifecycle', says }];
};

const faultIn = (
  region: string | undefined,
  parallel: boolean,
  regions: Readonly<Record<string, unknown>>,
): string | null => {
  if (region === undefined)
    return parallel ? 'has regions, but names none of them as the deciding one' : null;
  if (!parallel) return `names "${region}" as its deciding region, but has no regions`;
  return Object.hasOwn(regions, region)
    ? null
    : `names "${region}" as its deciding region, but has no such region`;
};
