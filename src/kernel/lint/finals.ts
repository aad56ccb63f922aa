/**
 * Rule `final-exit`: nothing leaves a final state. Only the drawing shows it: the kernel
 * refuses events once the deciding region has ended, so exploration never tries such an exit.
 */
import type { AnyStateNode } from 'xstate';
import type { Lifecycle } from '../lifecycle.ts';
import { arrowsOn, listOf, nodesOf, rawOf, whereIs } from './drawing.ts';
import type { Finding } from './finding.ts';

export const finals = ({ machine }: Lifecycle): Finding[] =>
  nodesOf(machine).flatMap((node) => [
    ...(node.type === 'final' ? ownExits(node) : []),
    ...(isRegion(node) ? exitsAround(node) : []),
  ]);

/** `transitions` also holds what XState makes of `after` and `onDone`. */
const ownExits = (node: AnyStateNode): Finding[] => {
  const where = whereIs(node);
  const exits = [...node.transitions.keys(), ...((node.always ?? []).length > 0 ? ['always'] : [])];
  return [
    ...exits.map((exit): Finding => ({
      rule: 'final-exit',
      where,
      says: `is final, but has a way out (${exit})`,
    })),
    ...(listOf(rawOf(node.config)['exit']).length === 0
      ? []
      : [{ rule: 'final-exit', where, says: 'is final, but has exit actions' } as const]),
  ];
};

/** A region, or the root of a machine without regions: its final children end it. */
const isRegion = (node: AnyStateNode): boolean =>
  node.type !== 'parallel' && (node.parent === undefined || node.parent.type === 'parallel');

/** A transition of the region itself is taken in all of its states, the final ones among them. */
const exitsAround = (region: AnyStateNode): Finding[] => {
  if (!Object.values(region.states).some(({ type }) => type === 'final')) return [];
  return arrowsOn(region)
    .filter(({ transition }) => (transition.target ?? []).length > 0)
    .map(({ where }) => ({
      rule: 'final-exit',
      where,
      says: 'would be taken in the final states of the region too; write it on the others',
    }));
};
