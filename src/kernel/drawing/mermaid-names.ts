/**
 * Names for the states of a Mermaid diagram, where `-` and `.` would be read as something else.
 * Owns that different states have different names.
 */
import { statesOf, type Chart, type ChartRegion } from './chart.ts';

export interface Naming {
  readonly chart: string;
  region(region: ChartRegion): string;
  /** Of a state, by its id; of a place for all states, by its region's name. */
  of(id: string): string;
}

export const mermaidNames = (chart: Chart): Naming => {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const give = (id: string, wish: string): string => {
    let name = wish.replaceAll(/[.-]/gu, '_');
    while (taken.has(name)) name = `${name}_`;
    taken.add(name);
    names.set(id, name);
    return name;
  };
  const own = give('', `${chart.name}_statechart`);
  const regions = new Map(
    chart.regions.map(({ name }) => [name, give(`${name}/region`, `${name}_region`)]),
  );
  for (const { name, states } of chart.regions) {
    give(name, `${name}_any`);
    for (const { id } of statesOf(states)) give(id, id);
  }
  return {
    chart: own,
    region: ({ name }) => regions.get(name) ?? '',
    of: (id) => names.get(id) ?? '',
  };
};
