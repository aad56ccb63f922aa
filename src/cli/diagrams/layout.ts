/**
 * Asks ELK where things go, and gives its answer in the words of the picture. Owns the
 * reading of ELK's graph: whole pixels, from the region's own corner.
 */
import elk, { type ElkExtendedEdge, type ElkNode } from 'elkjs';
import type { Way } from './layout-way.ts';
import {
  creationIdOf,
  dotIdOf,
  graphOf,
  type Card,
  type Drawn,
  type RegionGraph,
} from './region-graph.ts';
import type { Chart, ChartRegion } from '../../kernel/drawing/chart.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

export type PlacedState = Drawn & Rect;

export interface PlacedArrow extends Card {
  readonly line: readonly Point[];
  readonly card: Rect;
}

export interface PlacedInitial {
  readonly state: string;
  readonly dot: Rect;
  readonly line: readonly Point[];
  /** Where the creating event is named: in the region that decides. */
  readonly card: Rect | null;
}

export interface RegionLayout {
  readonly region: ChartRegion;
  readonly width: number;
  readonly height: number;
  /** The outer before the inner. */
  readonly states: readonly PlacedState[];
  readonly arrows: readonly PlacedArrow[];
  readonly initials: readonly PlacedInitial[];
  /** How often its arrows turn. */
  readonly bends: number;
}

export const layOut = async (
  chart: Chart,
  region: ChartRegion,
  way: Way,
): Promise<RegionLayout> => {
  const graph = graphOf(chart, region, way);
  const engine = new elk.default();
  return readLayout(graph, await engine.layout(graph.root));
};

const readLayout = ({ region, boxes, cards }: RegionGraph, root: ElkNode): RegionLayout => {
  const nodes = nodesBelow(root);
  const rects = new Map(nodes.map((node) => [node.id, rectOf(node)]));
  const edges = new Map(edgesOf(root).map((edge) => [edge.id, edge]));
  const bends = [...edges.values()].map((edge) => Math.max(0, lineOf(edge).length - 2));
  return {
    region,
    bends: bends.reduce((sum, each) => sum + each, 0),
    width: Math.round(root.width ?? 0),
    height: Math.round(root.height ?? 0),
    states: nodes.flatMap(({ id }) => {
      const drawn = boxes.get(id);
      const rect = rects.get(id);
      return drawn === undefined || rect === undefined ? [] : [{ ...drawn, ...rect }];
    }),
    arrows: [...cards].map(([id, card]) => {
      const edge = edges.get(id);
      return { ...card, line: lineOf(edge), card: cardOf(edge) ?? rectOf({}) };
    }),
    initials: [...boxes.values()]
      .filter(({ state }) => state.initial)
      .map(({ state: { id } }) => {
        const edge = edges.get(creationIdOf(id));
        const dot = rects.get(dotIdOf(id)) ?? rectOf({});
        return { state: id, dot, line: lineOf(edge), card: cardOf(edge) };
      }),
  };
};

const nodesBelow = ({ children = [] }: ElkNode): ElkNode[] =>
  children.flatMap((child) => [child, ...nodesBelow(child)]);

const edgesOf = (node: ElkNode): ElkExtendedEdge[] => [
  ...(node.edges ?? []),
  ...(node.children ?? []).flatMap(edgesOf),
];

const rectOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Rect>): Rect => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
});

const cardOf = (edge: ElkExtendedEdge | undefined): Rect | null => {
  const [label] = edge?.labels ?? [];
  return label === undefined ? null : rectOf(label);
};

const lineOf = (edge: ElkExtendedEdge | undefined): Point[] =>
  (edge?.sections ?? [])
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
