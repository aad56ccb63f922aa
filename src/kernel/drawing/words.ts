/**
 * What an arrow still has to say. Owns what is left out: what its own place says already,
 * and in a region that follows, what the region that decides has said of the same event.
 */
import { isPlace, type Condition } from '../condition.ts';
import type { Chart, ChartArrow, ChartRegion } from './chart.ts';

export const conditionsToSay = (
  chart: Chart,
  region: ChartRegion,
  arrow: ChartArrow,
): readonly Condition[] => {
  const said = region.decides ? [] : saidByDecider(chart, arrow);
  return arrow.conditions.filter(
    (condition) => !said.includes(condition.name) && !isSaidByPlace(condition, region, arrow),
  );
};

/** `lifecycle is queued` goes without saying on an arrow that leaves lifecycle.queued. */
const isSaidByPlace = (
  { test }: Condition,
  { name: region }: ChartRegion,
  { from }: ChartArrow,
): boolean =>
  isPlace(test) &&
  test.region === region &&
  test.in.some((path) => `${from}.`.startsWith(`${region}.${path}.`));

/** The names of the conditions under which the deciding region takes the event at all, if they are all asked here too. */
const saidByDecider = (chart: Chart, { event, conditions }: ChartArrow): string[] => {
  const names = conditions.map(({ name }) => name);
  const deciding = chart.regions.filter(({ decides }) => decides).flatMap(({ arrows }) => arrows);
  return deciding
    .filter((arrow) => event !== null && arrow.event === event)
    .map((arrow) => arrow.conditions.map(({ name }) => name))
    .filter((list) => list.every((name) => names.includes(name)))
    .flat();
};
