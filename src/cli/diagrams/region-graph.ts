/**
 * One region as a graph that ELK can lay out: a node per state, an edge per bundle of arrows,
 * with room for their words. Owns what stands where in that graph; reads none of ELK's answers.
 */
import type { ElkExtendedEdge, ElkLabel, ElkNode } from 'elkjs';
import { bundlesOf, type Bundle } from '../../kernel/drawing/bundles.ts';
import {
  statesOf,
  type Chart,
  type ChartRegion,
  type ChartState,
} from '../../kernel/drawing/chart.ts';
import { blockOf, faces, type Block } from './block.ts';
import { inlineWishes, outerWishes, wishesFor, type Way } from './layout-way.ts';
import { stateBoxOf, type StateBox } from './state-box.ts';
import { widthOf } from './text-size.ts';

/** The words of an arrow, on its line. */
export interface Card {
  readonly bundle: Bundle;
  readonly block: Block;
}

export interface Drawn {
  readonly state: ChartState;
  readonly happenings: readonly Bundle[];
  readonly box: StateBox;
}

export interface RegionGraph {
  readonly region: ChartRegion;
  readonly root: ElkNode;
  /** By the id of their state. */
  readonly boxes: ReadonlyMap<string, Drawn>;
  /** By the id of their edge. */
  readonly cards: ReadonlyMap<string, Card>;
}

export const CARD_PAD = { x: 8, y: 5 };
const CARD_WIDTH = 178;
const DOT_SIZE = 14;
/** Between the ends of arrows at one box. */
const ARROW_ROOM = 12;

/** Ids of what is no state: no name of a state has a slash. */
export const dotIdOf = (state: string): string => `${state}/initial`;
export const creationIdOf = (state: string): string => `${state}/creation`;

export const graphOf = (chart: Chart, region: ChartRegion, way: Way): RegionGraph => {
  const bundles = bundlesOf(chart, region);
  const arrows = bundles.filter(({ stays }) => !stays);
  const states = withAnywhere(region, bundles);
  const boxes = new Map(
    statesOf(states).map((state) => {
      const happenings = bundles.filter(({ from, stays }) => stays && from === state.id);
      const causes = happenings.flatMap((bundle) => bundle.causes);
      const box = stateBoxOf(state, causes, roomAround(state, arrows, way));
      return [state.id, { state, happenings, box }];
    }),
  );
  const cards = new Map(
    arrows.map((bundle, index) => [
      `${region.name}/arrow/${index}`,
      { bundle, block: blockOf(bundle.causes, CARD_WIDTH) },
    ]),
  );
  const root = {
    id: region.name,
    layoutOptions: wishesFor(way),
    children: nodesFor(states, boxes, way),
    edges: [
      ...statesOf(states)
        .filter(({ initial }) => initial)
        .map((state) => initialEdge(state, namesCreation(region, state) ? chart.creation : null)),
      ...[...cards].map(([id, card]) => arrowEdge(id, card)),
    ],
  };
  return { region, root, boxes, cards };
};

/** With a place for arrows that leave from anywhere in the region, where there are any. */
const withAnywhere = (region: ChartRegion, bundles: readonly Bundle[]): readonly ChartState[] =>
  bundles.some(({ from }) => from === region.name)
    ? [
        { id: region.name, name: 'any state', says: '', initial: false, final: false, inside: [] },
        ...region.states,
      ]
    : region.states;

const roomAround = ({ id, initial }: ChartState, arrows: readonly Bundle[], way: Way) => {
  const ends = arrows.flatMap(({ from, to }) => [from, to]).filter((end) => end === id);
  const room = (ends.length + (initial ? 1 : 0)) * ARROW_ROOM;
  return way.direction === 'DOWN' ? { width: room, height: 0 } : { width: 0, height: room };
};

const nodesFor = (
  states: readonly ChartState[],
  boxes: ReadonlyMap<string, Drawn>,
  way: Way,
): ElkNode[] => [
  ...states
    .filter(({ initial }) => initial)
    .map(({ id }) => ({ id: dotIdOf(id), width: DOT_SIZE, height: DOT_SIZE })),
  ...states.map(({ id, inside }) => {
    const { width = 0, height = 0 } = boxes.get(id)?.box ?? {};
    if (inside.length === 0) return { id, width, height };
    const layoutOptions = outerWishes(way, { width, height });
    return { id, layoutOptions, children: nodesFor(inside, boxes, way) };
  }),
];

/** Only where a history begins, not where an outer state is entered. */
const namesCreation = (region: ChartRegion, state: ChartState): boolean =>
  region.decides && region.states.includes(state);

const initialEdge = ({ id }: ChartState, creation: string | null): ElkExtendedEdge => ({
  id: creationIdOf(id),
  sources: [dotIdOf(id)],
  targets: [id],
  labels: creation === null ? [] : [labelFor(widthOf(creation, faces.event), faces.event.leading)],
});

const arrowEdge = (id: string, { bundle: { from, to }, block }: Card): ElkExtendedEdge => ({
  id,
  sources: [from],
  targets: [to],
  labels: [labelFor(block.width, block.height)],
});

const labelFor = (width: number, height: number): ElkLabel => ({
  text: ' ',
  width: width + 2 * CARD_PAD.x,
  height: height + 2 * CARD_PAD.y,
  layoutOptions: inlineWishes,
});
