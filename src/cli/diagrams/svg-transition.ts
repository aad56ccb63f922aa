/**
 * A bundle of arrows as SVG: one line and head, one card of words, and in it an element per
 * transition, with an id by which it can be found and lit. Owns these elements.
 */
import type { ChartArrow } from '../../kernel/drawing/chart.ts';
import type { Cause } from '../../kernel/drawing/bundles.ts';
import type { Block, Part } from './block.ts';
import type { PlacedArrow, Point, Rect } from './layout.ts';
import { element, textElement } from './markup.ts';
import { CARD_PAD } from './region-graph.ts';
import { headOf, pathOf, tidy } from './route.ts';

export const drawArrow = (chart: string, { bundle, block, line, card }: PlacedArrow): string => {
  const path = pathOf(line, card);
  const head = headOf(line);
  const settling = bundle.causes.every(({ event }) => event === null);
  const corner = { x: card.x + CARD_PAD.x, y: card.y + CARD_PAD.y };
  const glow = [
    element('path', { class: 'glow', d: path }),
    element('polygon', { class: 'glow-head', points: head }),
  ];
  return element('g', { class: settling ? 'arrow settling' : 'arrow' }, [
    element('path', { class: 'line', d: path }),
    element('polygon', { class: 'head', points: head }),
    element('rect', { class: 'card', ...sized(card), rx: 6 }),
    ...drawBlock(chart, bundle.causes, block, corner, glow),
  ]);
};

/** The words of some transitions; `glow` is what else is lit with each. */
export const drawBlock = (
  chart: string,
  causes: readonly Cause[],
  block: Block,
  corner: Point,
  glow: readonly string[] = [],
): string[] => {
  const arrows = new Map(
    causes.flatMap(({ ways }) => ways.map(({ arrow }) => [arrow.id, arrow] as const)),
  );
  return block.parts.map((part) => {
    const arrow = part.transition === null ? undefined : arrows.get(part.transition);
    const texts = part.runs.map(({ style, x, y, text }) =>
      textElement('text', { class: style, x: tidy(corner.x + x), y: tidy(corner.y + y) }, text),
    );
    return arrow === undefined
      ? element('g', { class: 'shared' }, texts)
      : element('g', transitionAttributes(chart, arrow), [
          textElement('title', {}, told(arrow)),
          ...glow,
          element('rect', { class: 'part', ...partRect(block, part, corner), rx: 3 }),
          ...texts,
        ]);
  });
};

const transitionAttributes = (chart: string, { id, event, from, to }: ChartArrow) => ({
  id: `${chart}.transition.${id.replaceAll('/', '.').replace('*', 'any')}`,
  class: 'transition',
  role: 'img',
  'data-transition': id,
  'data-event': event ?? undefined,
  'data-from': from,
  'data-to': to,
});

/** All of it in one sentence: for those who hear it, and for a pointer that rests on it. */
const told = ({ event, from, to, stays, says, conditions }: ChartArrow): string => {
  const cause = event === null ? 'As soon as its conditions hold' : `On ${event}`;
  const course = stays ? `${from} stays as it is` : `${from} becomes ${to}`;
  const asks = conditions.map((condition) =>
    event === null ? condition.says : `${condition.says} (else ${condition.refusal})`,
  );
  return [
    `${cause}, ${course}${asks.length === 0 ? '' : `, if ${asks.join('; ')}`}.`,
    ...(says === '' ? [] : [says]),
  ].join(' ');
};

const partRect = ({ width }: Block, { y, height }: Part, corner: Point): Rect => ({
  x: corner.x - 4,
  y: corner.y + y - 1,
  width: width + 8,
  height: height + 3,
});

export const sized = ({ x, y, width, height }: Rect) => ({ x, y, width, height });
