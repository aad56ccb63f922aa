/**
 * The drawn way of an arrow: rounded at its bends, interrupted where its words stand, with a
 * head at its end. Owns the geometry of lines; knows nothing of what they mean.
 */
import type { Point, Rect } from './layout.ts';

const BEND = 7;
const HEAD = { length: 9, half: 4 };

/** SVG path data for the line, left out where it runs through `gap`. */
export const pathOf = (line: readonly Point[], gap: Rect | null): string =>
  withoutGap(shortened(line), gap).map(rounded).join('');

/** The three corners of the head, as `points` of a polygon. */
export const headOf = (line: readonly Point[]): string => {
  const [before, tip] = line.slice(-2);
  if (before === undefined || tip === undefined) return '';
  const [ux, uy] = direction(before, tip);
  const base = { x: tip.x - ux * HEAD.length, y: tip.y - uy * HEAD.length };
  return [
    tip,
    { x: base.x - uy * HEAD.half, y: base.y + ux * HEAD.half },
    { x: base.x + uy * HEAD.half, y: base.y - ux * HEAD.half },
  ]
    .map(({ x, y }) => `${tidy(x)},${tidy(y)}`)
    .join(' ');
};

/** A number without a tail of digits that differ between machines. */
export const tidy = (value: number): number => Math.round(value * 10) / 10 + 0;

const direction = (from: Point, to: Point): readonly [number, number] => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return length === 0 ? [0, 1] : [(to.x - from.x) / length, (to.y - from.y) / length];
};

/** Ends inside the head, so that its tip stays sharp. */
const shortened = (line: readonly Point[]): Point[] => {
  const [before, tip] = line.slice(-2);
  if (before === undefined || tip === undefined) return [...line];
  const [ux, uy] = direction(before, tip);
  return [
    ...line.slice(0, -1),
    { x: tip.x - ux * HEAD.length * 0.7, y: tip.y - uy * HEAD.length * 0.7 },
  ];
};

const isInside = ({ x, y }: Point, rect: Rect): boolean =>
  x > rect.x && x < rect.x + rect.width && y > rect.y && y < rect.y + rect.height;

/** What is left of a line on both sides of a rectangle; all of it where they do not meet. */
const withoutGap = (line: readonly Point[], gap: Rect | null): Point[][] => {
  if (gap === null) return [[...line]];
  const cut = line.slice(1).map((to, index) => crossing(line[index] ?? to, to, gap));
  const first = cut.findIndex((each) => each !== null);
  const last = cut.findLastIndex((each) => each !== null);
  const [entry] = cut[first] ?? [];
  const [, exit] = cut[last] ?? [];
  if (entry === undefined || exit === undefined) return [[...line]];
  const before = [...line.slice(0, first + 1), entry].filter((point) => !isInside(point, gap));
  const after = [exit, ...line.slice(last + 1)].filter((point) => !isInside(point, gap));
  return [before, after].filter((part) => part.length > 1);
};

/** Where a straight, upright or level piece of a line enters and leaves a rectangle. */
const crossing = (from: Point, to: Point, rect: Rect): readonly [Point, Point] | null => {
  const upright = from.x === to.x;
  const level = from.y === to.y;
  if (upright === level) return null;
  const side = upright ? from.x : from.y;
  const [near, far] = upright ? [rect.y, rect.y + rect.height] : [rect.x, rect.x + rect.width];
  const [least, most] = upright ? [rect.x, rect.x + rect.width] : [rect.y, rect.y + rect.height];
  const [start, end] = upright ? [from.y, to.y] : [from.x, to.x];
  if (side < least || side > most) return null;
  if (Math.max(start, end) <= near || Math.min(start, end) >= far) return null;
  const clamp = (value: number): number => Math.min(Math.max(value, near), far);
  const at = (value: number): Point => (upright ? { x: side, y: value } : { x: value, y: side });
  return [at(clamp(start)), at(clamp(end))];
};

const rounded = (line: readonly Point[]): string =>
  line
    .map((point, index) => {
      const before = line[index - 1];
      const after = line[index + 1];
      if (before === undefined) return `M${place(point)}`;
      if (after === undefined) return `L${place(point)}`;
      const enter = towards(point, before);
      const leave = towards(point, after);
      return `L${place(enter)}Q${place(point)} ${place(leave)}`;
    })
    .join('');

/** A point on the way from a bend, at most half way, so that two bends never meet. */
const towards = (bend: Point, other: Point): Point => {
  const [ux, uy] = direction(bend, other);
  const reach = Math.min(BEND, Math.hypot(other.x - bend.x, other.y - bend.y) / 2);
  return { x: bend.x + ux * reach, y: bend.y + uy * reach };
};

const place = ({ x, y }: Point): string => `${tidy(x)} ${tidy(y)}`;
