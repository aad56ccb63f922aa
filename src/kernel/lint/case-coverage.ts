/** Rule `case-missing`: every declared event is tried, under a name of its own, and there is a creation to start from. */
import type { Lifecycle } from '../lifecycle.ts';
import type { Finding } from './finding.ts';

export const caseCoverage = ({ cases, creation, events }: Lifecycle): Finding[] => {
  const faults: [where: string, says: string][] = [];
  const types = new Set(cases.events.map(({ type }) => type));
  if (cases.creations.length === 0)
    faults.push(['the creation', 'has no case, so nothing can be explored']);
  for (const type of Object.keys(events))
    if (type !== creation.event && !types.has(type))
      faults.push([`event "${type}"`, 'has no case, so nothing is known of it']);
  for (const type of types)
    if (type === creation.event || !Object.hasOwn(events, type))
      faults.push([`event "${type}"`, 'has a case, but is not an event that can follow']);
  const names = cases.events.map(({ name }) => name);
  for (const name of new Set(names.filter((one, index) => names.indexOf(one) !== index)))
    faults.push([`case "${name}"`, 'is there twice; results are told by name']);
  return faults.map(([where, says]) => ({ rule: 'case-missing', where, says }));
};
