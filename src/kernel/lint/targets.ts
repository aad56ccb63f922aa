/**
 * Rule `cross-region`: a transition stays inside its own region. What a transition exits is
 * everything below its *domain* (the innermost state around source and targets), and a domain
 * that is the root of a parallel machine exits and resets every region, whatever was aimed at.
 */
import type { AnyStateNode } from 'xstate';
import type { Lifecycle } from '../lifecycle.ts';
import { arrowsOf, regionOf, whereIs, type Arrow } from './drawing.ts';
import type { Finding } from './finding.ts';

export const targets = ({ machine }: Lifecycle): Finding[] =>
  arrowsOf(machine).flatMap((arrow): Finding[] => {
    const says = faultIn(arrow);
    return says === null ? [] : [{ rule: 'cross-region', where: arrow.where, says }];
  });

const faultIn = ({ source, transition }: Arrow): string | null => {
  const aims: readonly AnyStateNode[] = transition.target ?? [];
  const { root } = source.machine;
  if (aims.length === 0) return null;
  if (aims.length > 1) return 'has several targets; a region has room for one';
  if (aims.includes(root)) return 'targets the machine itself, which would begin anew';
  if (root.type !== 'parallel') return null;
  if (source === root) return 'has a target, but belongs to no region';
  const foreign = aims.find((aim) => regionOf(aim) !== regionOf(source));
  if (foreign !== undefined)
    return `targets ${whereIs(foreign)}, outside its region, which resets every region`;
  return domainOf(source, aims, transition.reenter) === root
    ? 'leaves and enters its own region, which resets every region'
    : null;
};

/** XState's transition domain, for targets that are no history states. */
const domainOf = (
  source: AnyStateNode,
  aims: readonly AnyStateNode[],
  reenter: boolean,
): AnyStateNode => {
  const all = [...aims, source];
  if (!reenter && all.every((node) => node === source || isBelow(node, source))) return source;
  let around = source.parent;
  while (around !== undefined) {
    const common: AnyStateNode = around;
    if (all.every((node) => isBelow(node, common))) return common;
    around = common.parent;
  }
  return source.machine.root;
};

const isBelow = (node: AnyStateNode, ancestor: AnyStateNode): boolean =>
  node.parent !== undefined && (node.parent === ancestor || isBelow(node.parent, ancestor));
