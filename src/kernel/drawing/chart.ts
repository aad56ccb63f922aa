/**
 * A lifecycle's statechart as every picture of it sees it: regions, states and arrows, each under
 * an id that stays. Owns what is drawn; knows no way of drawing.
 */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { Condition } from '../condition.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { isDeciding } from '../lint/drawing.ts';
import { guardName } from '../machine.ts';
import { SINGLE_REGION } from '../regions.ts';
import { namedArrowsOn, stateIdOf, type NamedArrow } from './arrow-ids.ts';

export interface ChartState {
  /** `lifecycle.running`; nested: `lifecycle.running.paused`. */
  readonly id: string;
  readonly name: string;
  /** What it means, in a sentence; empty where the machine does not say. */
  readonly says: string;
  readonly initial: boolean;
  readonly final: boolean;
  readonly inside: readonly ChartState[];
}

export interface ChartArrow {
  readonly id: string;
  /** The id of a state; of a region, for what happens in any of its states. */
  readonly from: string;
  readonly to: string;
  /** Null for one that is taken as soon as its conditions hold. */
  readonly event: string | null;
  /** True where the state is not even left: it happens inside. */
  readonly stays: boolean;
  readonly says: string;
  readonly conditions: readonly Condition[];
}

export interface ChartRegion {
  readonly name: string;
  /** True for the region that accepts and refuses; the others follow it. */
  readonly decides: boolean;
  readonly states: readonly ChartState[];
  readonly arrows: readonly ChartArrow[];
}

export interface Chart {
  readonly name: string;
  readonly creation: string;
  readonly regions: readonly ChartRegion[];
}

export const chartOf = (lifecycle: Lifecycle): Chart => ({
  name: lifecycle.name,
  creation: lifecycle.creation.event,
  regions: regionNodes(lifecycle.machine).map(({ name, node }) => {
    const decides = isDeciding(lifecycle.decidingRegion, node);
    const { root } = lifecycle.machine;
    const written = [...(decides && node !== root ? namedArrowsOn(root) : []), ...namedIn(node)];
    return {
      name,
      decides,
      states: statesIn(node),
      arrows: written.map((named) => drawn(lifecycle, named, name)),
    };
  }),
});

/** Every state of a region, the outer before the inner. */
export const statesOf = (states: readonly ChartState[]): ChartState[] =>
  states.flatMap((state) => [state, ...statesOf(state.inside)]);

const regionNodes = ({ root }: AnyStateMachine): { name: string; node: AnyStateNode }[] =>
  root.type === 'parallel'
    ? Object.entries(root.states).map(([name, node]) => ({ name, node }))
    : [{ name: SINGLE_REGION, node: root }];

const statesIn = (parent: AnyStateNode): ChartState[] => {
  const first = parent.type === 'compound' ? parent.initial.target[0] : undefined;
  return Object.values(parent.states).map((node) => ({
    id: stateIdOf(node),
    name: node.key,
    says: node.description ?? '',
    initial: node === first,
    final: node.type === 'final',
    inside: statesIn(node),
  }));
};

const namedIn = (node: AnyStateNode): NamedArrow[] => [
  ...namedArrowsOn(node),
  ...Object.values(node.states).flatMap(namedIn),
];

const drawn = (
  { conditions }: Lifecycle,
  { id, arrow: { source, type, transition } }: NamedArrow,
  region: string,
): ChartArrow => {
  const own = stateIdOf(source);
  const from = own === '' ? region : own;
  const target = transition.target?.[0];
  const isLeaf = Object.keys(source.states).length === 0;
  const guard = guardName(transition);
  return {
    id,
    from,
    to: target === undefined ? from : stateIdOf(target),
    event: type,
    stays: target === undefined || (target === source && isLeaf && !transition.reenter),
    says: transition.description ?? '',
    conditions: guard === undefined ? [] : (conditions[guard] ?? []),
  };
};
