/**
 * Rule `status-token`: a status may stand in for a version only if seeing it again means that
 * nothing was decided in between: its graph has no cycle, and every command leaves it.
 */
import type { Exploration } from '../explore.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Finding } from './finding.ts';
import { amongTried } from './tried-cases.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export const statusToken = (lifecycle: Lifecycle, exploration: Exploration): Finding[] => {
  if (lifecycle.decidedOn !== 'status') return [];
  const commanded = new Set(Object.values(lifecycle.commands).flatMap(({ yields }) => yields));
  const cycle = cycleIn(graphOf(exploration));
  return [
    ...(cycle === null
      ? []
      : [
          {
            rule: 'status-token',
            where: 'the lifecycle',
            says: `decides on the status, but statuses return: ${cycle.join(' → ')}`,
          } as const,
        ]),
    ...amongTried(lifecycle, exploration, ({ fact, verdict }) =>
      !verdict.refused &&
      commanded.has(fact.type) &&
      verdict.evidence.nextStatus === verdict.evidence.previousStatus
        ? {
            rule: 'status-token',
            says: `stays in the status "${verdict.evidence.nextStatus}", on which a command for it is decided`,
          }
        : null,
    ),
  ];
};

const graphOf = ({ tried }: Exploration): Graph => {
  const graph = new Map<string, Set<string>>();
  for (const { verdict } of tried) {
    if (verdict.refused) continue;
    const { previousStatus, nextStatus } = verdict.evidence;
    if (previousStatus === null || previousStatus === nextStatus) continue;
    const after = graph.get(previousStatus) ?? new Set();
    graph.set(previousStatus, after.add(nextStatus));
  }
  return graph;
};

/** A cycle, its first status repeated at the end; null if there is none. */
const cycleIn = (graph: Graph): readonly string[] | null => {
  const cleared = new Set<string>();
  const search = (status: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(status)) return [...path.slice(path.indexOf(status)), status];
    if (cleared.has(status)) return null;
    for (const after of graph.get(status) ?? []) {
      const cycle = search(after, [...path, status]);
      if (cycle !== null) return cycle;
    }
    cleared.add(status);
    return null;
  };
  for (const status of graph.keys()) {
    const cycle = search(status, []);
    if (cycle !== null) return cycle;
  }
  return null;
};
