/**
 * Everything in `diagrams/`, as texts by their path below it. Owns which files there are. The same
 * lifecycles always give the same texts, byte for byte.
 */
import { chartOf } from '../../kernel/drawing/chart.ts';
import { mermaidOf } from '../../kernel/drawing/mermaid.ts';
import { transitionTable } from '../../kernel/drawing/transition-table.ts';
import { explore } from '../../kernel/explore.ts';
import type { Lifecycle } from '../../kernel/lifecycle.ts';
import type { AcceptanceList } from './acceptance.ts';
import { coverageOf } from './coverage.ts';
import { matrixOf } from './matrix.ts';
import { svgOf } from './svg.ts';

export type Texts = ReadonlyMap<string, string>;

export const generate = async (
  lifecycles: readonly Lifecycle[],
  acceptance: AcceptanceList,
): Promise<Texts> => {
  const texts = new Map<string, string>();
  const subjects = lifecycles.map((lifecycle) => ({ lifecycle, chart: chartOf(lifecycle) }));
  for (const { lifecycle, chart } of subjects) {
    const { name, machine } = lifecycle;
    const transitions = transitionTable(lifecycle, explore(lifecycle));
    texts.set(`${name}/statechart.mmd`, mermaidOf(chart));
    texts.set(`${name}/statechart.svg`, await svgOf(chart));
    texts.set(`${name}/matrix.md`, matrixOf(lifecycle, transitions));
    texts.set(`${name}/machine.json`, `${JSON.stringify(machine.config, null, 2)}\n`);
  }
  texts.set('coverage.md', coverageOf(subjects, acceptance));
  return texts;
};
