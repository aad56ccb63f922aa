/**
 * Rules `event-undeclared`, `event-unused`, `creation`: the events declared are the
 * events drawn. One that only followers hear would always be refused.
 */
import type { Lifecycle } from '../lifecycle.ts';
import { decidingRegion } from './deciding-region.ts';
import { arrowsOf, isDeciding, type Arrow } from './drawing.ts';
import type { Finding } from './finding.ts';

export const eventUse = (lifecycle: Lifecycle): Finding[] => {
  const { creation, events, machine } = lifecycle;
  const arrows = arrowsOf(machine);
  const findings: Finding[] = [];
  for (const { type, where } of arrows) {
    if (type === null) continue;
    if (type === creation.event)
      findings.push({ rule: 'creation', where, says: 'takes the creating event a second time' });
    else if (!Object.hasOwn(events, type))
      findings.push({ rule: 'event-undeclared', where, says: 'listens to an undeclared event' });
  }
  return [...findings, ...unused(lifecycle, arrows), ...creationFaults(lifecycle)];
};

/** Without a deciding region there is nothing to be missing from. */
const unused = (lifecycle: Lifecycle, arrows: readonly Arrow[]): Finding[] => {
  if (decidingRegion(lifecycle).length > 0) return [];
  const decided = new Set(
    arrows
      .filter(({ source }) => isDeciding(lifecycle.decidingRegion, source))
      .map(({ type }) => type),
  );
  return Object.keys(lifecycle.events)
    .filter((type) => type !== lifecycle.creation.event && !decided.has(type))
    .map((type) => ({
      rule: 'event-unused',
      where: `event "${type}"`,
      says: 'has no place in the deciding region, so it would always be refused',
    }));
};

const creationFaults = ({ creation, events }: Lifecycle): Finding[] =>
  Object.hasOwn(events, creation.event)
    ? []
    : [
        {
          rule: 'creation',
          where: `event "${creation.event}"`,
          says: 'creates, but is undeclared',
        },
      ];
