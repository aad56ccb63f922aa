/**
 * The machine as it was drawn: its state nodes, the transitions written on them and
 * the words for both. Owns how the lint reads XState's nodes and raw config; judges nothing.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

export type Raw = Readonly<Record<string, unknown>>;

/** Something read by name without trusting its type; whatever is no object has no entries. */
export const rawOf = (value: unknown): Raw =>
  typeof value === 'object' && value !== null ? (value as Raw) : {};

/** XState takes one thing or a list of them nearly everywhere. */
export const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
};

/** A transition as written under `on` or `always`. */
export interface Arrow {
  readonly source: AnyStateNode;
  /** The type of event; null under `always`. */
  readonly type: string | null;
  readonly transition: AnyTransitionDefinition;
  readonly where: string;
}

export const whereIs = (node: AnyStateNode): string =>
  node.path.length === 0 ? 'the machine' : node.path.join('.');

/** Every state node, the root first. */
export const nodesOf = (machine: AnyStateMachine): AnyStateNode[] => below(machine.root);

const below = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap((child) => below(child)),
];

/** The transitions written on one node. Those that XState makes of other config (`after`, `onDone`, …) are not among them. */
export const arrowsOn = (source: AnyStateNode): Arrow[] => {
  const arrows = (type: string | null, transitions: readonly AnyTransitionDefinition[]): Arrow[] =>
    transitions.map((transition, index) => ({
      source,
      type,
      transition,
      where: whereTaken(source, type, transitions.length > 1 ? index + 1 : null),
    }));
  return [
    ...Object.keys(rawOf(source.config.on)).flatMap((type) =>
      arrows(type, source.transitions.get(type) ?? []),
    ),
    ...arrows(null, source.always ?? []),
  ];
};

const whereTaken = (source: AnyStateNode, type: string | null, nth: number | null): string =>
  `${whereIs(source)} ${type === null ? 'always' : `on ${type}`}${nth === null ? '' : ` (${nth})`}`;

export const arrowsOf = (machine: AnyStateMachine): Arrow[] =>
  nodesOf(machine).flatMap((node) => arrowsOn(node));

/** The top-level region that a node is in; undefined for the root and in a machine without regions. */
export const regionOf = (node: AnyStateNode): string | undefined =>
  node.machine.root.type === 'parallel' ? node.path[0] : undefined;

/** True for the nodes whose transitions the kernel asks for a decision: the deciding region and the root above it. */
export const isDeciding = (decidingRegion: string | undefined, node: AnyStateNode): boolean =>
  node.path.length === 0 || regionOf(node) === decidingRegion;

/** The name of a guard or action written as a string or `{type, params}`; null for anything else. */
export const nameOf = (reference: unknown): string | null => {
  if (typeof reference === 'string') return reference;
  const type = rawOf(reference)['type'];
  return typeof reference === 'object' && typeof type === 'string' ? type : null;
};
