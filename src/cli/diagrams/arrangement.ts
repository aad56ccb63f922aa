/**
 * Chooses how each region is laid out, so that all of them together make the lowest sheet that
 * is no wider than a screen. Owns the choice; ELK makes the layouts, `packed` the rows.
 */
import type { Chart } from '../../kernel/drawing/chart.ts';
import { layOut, type RegionLayout } from './layout.ts';
import { MOST_WIDTH, packed, type Packing } from './packing.ts';
import { ways } from './layout-way.ts';

export interface Arrangement {
  readonly layouts: readonly RegionLayout[];
  readonly packing: Packing;
}

/** More regions than a person can oversee: then each is laid out downwards, and nothing is tried. */
const MOST_REGIONS = 5;

export const arranged = async (chart: Chart, headingHeight: number): Promise<Arrangement> => {
  const offers: RegionLayout[][] = [];
  for (const region of chart.regions) {
    const offer: RegionLayout[] = [];
    for (const way of chart.regions.length > MOST_REGIONS ? ways.slice(0, 1) : ways)
      offer.push(await layOut(chart, region, way));
    offers.push(offer);
  }
  const [first, ...others] = combinations(offers).map((layouts) => ({
    layouts,
    packing: packed(
      layouts.map(({ width, height }) => ({ width, height: height + headingHeight })),
    ),
  }));
  if (first === undefined) return { layouts: [], packing: packed([]) };
  return others.reduce((best, next) => (isBetter(next, best) ? next : best), first);
};

/** What a bend in an arrow is worth in pixels of height: lines that run straight are easier to follow. */
const BEND_COST = 6;

const isBetter = (one: Arrangement, other: Arrangement): boolean => {
  const excess = overWidth(one) - overWidth(other);
  return excess === 0 ? costOf(one) < costOf(other) : excess < 0;
};

const overWidth = ({ packing: { width } }: Arrangement): number => Math.max(0, width - MOST_WIDTH);

const costOf = ({ layouts, packing }: Arrangement): number =>
  layouts.reduce((sum, { bends }) => sum + bends * BEND_COST, packing.height);

/** One of each, in every way. */
const combinations = <T>(offers: readonly (readonly T[])[]): T[][] =>
  offers.reduce<T[][]>(
    (chosen, offer) => chosen.flatMap((some) => offer.map((one) => [...some, one])),
    [[]],
  );
