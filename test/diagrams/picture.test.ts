/**
 * The pictures, measured: nothing overlaps, nothing is cut off, every state and transition can be
 * found by its id, and the colours can be read by everybody.
 */
import { describe, expect, test } from 'vitest';
import { lifecycles } from '../../machines/index.ts';
import { arranged } from '../../src/cli/diagrams/arrangement.ts';
import type { Point, Rect, RegionLayout } from '../../src/cli/diagrams/layout.ts';
import { MOST_WIDTH } from '../../src/cli/diagrams/packing.ts';
import { HEADING, svgOf } from '../../src/cli/diagrams/svg.ts';
import { palettes } from '../../src/cli/diagrams/svg-style.ts';
import { chartOf, statesOf } from '../../src/kernel/drawing/chart.ts';
import { door, job } from './small-lifecycles.ts';

interface Thing {
  readonly what: string;
  readonly rect: Rect;
}

const overlap = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Boxes without states inside, cards of words, dots. */
const things = ({ states, arrows, initials }: RegionLayout): Thing[] => [
  ...states
    .filter(({ state }) => state.inside.length === 0)
    .map((placed) => ({ what: placed.state.id, rect: placed })),
  ...arrows.map(({ bundle, card }) => ({ what: `${bundle.from} → ${bundle.to}`, rect: card })),
  ...initials.flatMap(({ state, dot, card }) => [
    { what: `dot of ${state}`, rect: dot },
    ...(card === null ? [] : [{ what: `creation of ${state}`, rect: card }]),
  ]),
];

const linesOf = ({
  arrows,
  initials,
}: RegionLayout): { what: string; line: readonly Point[] }[] => [
  ...arrows.map(({ bundle, line }) => ({ what: `${bundle.from} → ${bundle.to}`, line })),
  ...initials.map(({ state, line }) => ({ what: `creation of ${state}`, line })),
];

/** Each straight piece of a line, as a rectangle without width, a little inside its ends. */
const pieces = (line: readonly Point[]): Rect[] =>
  line.slice(1).map((to, index) => {
    const from = line[index] ?? to;
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
    return { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
  });

const shrunk = ({ x, y, width, height }: Rect): Rect => ({
  x: x + 1,
  y: y + 1,
  width: width - 2,
  height: height - 2,
});

describe.each([...lifecycles, job, door])('the picture of $name', (lifecycle) => {
  const chart = chartOf(lifecycle);
  const arrangement = arranged(chart, HEADING);
  const drawing = svgOf(chart);

  test('has nothing that overlaps, and no line through a box or the words of another', async () => {
    const { layouts } = await arrangement;
    for (const layout of layouts) {
      const all = things(layout);
      const clashes = all.flatMap((one, index) =>
        all
          .slice(index + 1)
          .filter((other) => overlap(one.rect, other.rect))
          .map((other) => `${one.what} on ${other.what}`),
      );
      expect(clashes).toEqual([]);
      const crossings = linesOf(layout).flatMap(({ what, line }) =>
        all
          .filter((thing) => thing.what !== what)
          .filter(({ rect }) => pieces(line).some((piece) => overlap(piece, shrunk(rect))))
          .map((thing) => `${what} through ${thing.what}`),
      );
      expect(crossings).toEqual([]);
    }
  });

  test('has nothing that is cut off, and is no wider than a screen', async () => {
    const { layouts, packing } = await arrangement;
    expect(packing.width).toBeLessThanOrEqual(MOST_WIDTH);
    for (const layout of layouts) {
      const sheet = { x: 0, y: 0, width: layout.width, height: layout.height };
      const outside = things(layout).filter(
        ({ rect }) =>
          rect.x < 0 ||
          rect.y < 0 ||
          rect.x + rect.width > sheet.width ||
          rect.y + rect.height > sheet.height,
      );
      expect(outside).toEqual([]);
    }
    for (const [index, one] of packing.slots.entries())
      for (const other of packing.slots.slice(index + 1)) expect(overlap(one, other)).toBe(false);
  });

  test('has every state and transition under its id, each once, with a title', async () => {
    const svg = await drawing;
    const found = (name: string): string[] =>
      [...svg.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value ?? '');
    const states = chart.regions.flatMap((region) => statesOf(region.states).map(({ id }) => id));
    const arrows = chart.regions.flatMap((region) => region.arrows.map(({ id }) => id));
    expect(
      found('data-state')
        .filter((id) => id.includes('.'))
        .toSorted(),
    ).toEqual(states.toSorted());
    expect(found('data-transition').toSorted()).toEqual(arrows.toSorted());
    expect(new Set(found('id')).size).toBe(found('id').length);
    expect(svg.match(/<title/g)).toHaveLength(1 + found('data-state').length + arrows.length);
  });

  test('needs nothing from elsewhere', async () => {
    const svg = await drawing;
    expect(svg).not.toMatch(/href|url\(|@import|<script|<image|<foreignObject/);
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toContain('://');
  });
});

test('the ids are those that a page looks for', async () => {
  const svg = await svgOf(chartOf(job));
  expect(svg).toContain('id="job.state.work.in-hand" class="state" data-state="work.in-hand"');
  expect(svg).toContain('data-transition="work.in-hand/JobDone/2"');
  expect(svg).toContain('id="job.transition.work.in-hand.JobDone.2"');
  expect(svg).toContain('a &quot;result&quot;: #1; 100% &lt;ok&gt;');
});

const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

test.each(Object.entries(palettes))(
  'in %s every text has the contrast of WCAG AA, every line that of its level',
  (_, colours) => {
    for (const ground of [colours.state, colours.card, colours.lit])
      for (const text of [colours.text, colours.quiet])
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.accent, colours.region)).toBeGreaterThanOrEqual(4.5);
    for (const line of [colours.line, colours.edge, colours['lit-line']])
      for (const ground of [colours.region, colours.state])
        expect(contrast(line, ground)).toBeGreaterThanOrEqual(3);
  },
);
