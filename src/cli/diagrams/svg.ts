/**
 * A statechart as a picture that stands alone: regions side by side, every state and transition
 * an element with an id that stays. Owns the sheet; regions, states and arrows have their files.
 */
import { statesOf, type Chart } from '../../kernel/drawing/chart.ts';
import { faces } from './block.ts';
import { arranged } from './arrangement.ts';
import type { PlacedInitial, RegionLayout } from './layout.ts';
import { element, textElement } from './markup.ts';
import type { Slot } from './packing.ts';
import { headOf, pathOf, tidy } from './route.ts';
import { drawState } from './svg-state.ts';
import { style } from './svg-style.ts';
import { drawArrow, sized } from './svg-transition.ts';

const MARGIN = 16;
/** The height of a region's name, where there are several. */
export const HEADING = 30;

export const svgOf = async (chart: Chart): Promise<string> => {
  const named = chart.regions.length > 1;
  const { layouts, packing } = await arranged(chart, named ? HEADING : 0);
  const { slots, width, height } = packing;
  const whole = { width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  const drawing = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      id: `${chart.name}.statechart`,
      class: 'statechart',
      'data-lifecycle': chart.name,
      role: 'graphics-document document',
      'aria-labelledby': `${chart.name}.title ${chart.name}.desc`,
      viewBox: `0 0 ${whole.width} ${whole.height}`,
      ...whole,
    },
    [
      textElement('title', { id: `${chart.name}.title` }, `The statechart of ${chart.name}`),
      textElement('desc', { id: `${chart.name}.desc` }, described(chart)),
      `<style>${style()}</style>`,
      element('rect', { class: 'paper', x: 0, y: 0, ...whole, rx: 12 }),
      ...layouts.flatMap((layout, index) => {
        const slot = slots[index];
        return slot === undefined ? [] : [drawRegion(chart, layout, slot, named)];
      }),
    ],
  );
  return `${drawing}\n`;
};

const described = ({ name, creation, regions }: Chart): string =>
  [
    `${creation} creates a ${name}.`,
    ...regions.map((region) => {
      const states = statesOf(region.states).map((state) =>
        [state.name, state.initial ? ' (initial)' : '', state.final ? ' (final)' : ''].join(''),
      );
      const role = regions.length > 1 && region.decides ? ', which decides,' : '';
      return `Region ${region.name}${role} has the states ${states.join(', ')}.`;
    }),
  ].join(' ');

const drawRegion = (chart: Chart, layout: RegionLayout, slot: Slot, named: boolean): string => {
  const { region, states, arrows, initials } = layout;
  const left = MARGIN + slot.x;
  const top = MARGIN + slot.y;
  const heading = named ? HEADING : 0;
  const inset = {
    x: left + Math.floor((slot.width - layout.width) / 2),
    y: top + heading + Math.floor((slot.height - heading - layout.height) / 2),
  };
  return element(
    'g',
    {
      id: `${chart.name}.region.${region.name}`,
      class: region.decides && named ? 'region decides' : 'region',
      role: 'group',
      'aria-label': `Region ${region.name}`,
      'data-region': region.name,
    },
    [
      element('rect', {
        class: 'frame',
        x: left,
        y: top,
        width: slot.width,
        height: slot.height,
        rx: 12,
      }),
      ...(named
        ? [
            textElement(
              'text',
              { class: 'heading', x: left + 16, y: top + 24 },
              region.decides ? `${region.name} decides` : region.name,
            ),
          ]
        : []),
      element('g', { transform: `translate(${inset.x} ${inset.y})` }, [
        ...states.map((placed) => drawState(chart.name, placed, placed.state.id === region.name)),
        ...initials.map((initial) => drawInitial(chart, initial)),
        ...arrows.map((arrow) => drawArrow(chart.name, arrow)),
      ]),
    ],
  );
};

const drawInitial = ({ creation }: Chart, { state, dot, line, card }: PlacedInitial): string =>
  element('g', { class: 'initial', 'data-initial': state }, [
    element('circle', {
      class: 'dot',
      cx: tidy(dot.x + dot.width / 2),
      cy: tidy(dot.y + dot.height / 2),
      r: dot.width / 2,
    }),
    element('path', { class: 'line', d: pathOf(line, card) }),
    element('polygon', { class: 'head', points: headOf(line) }),
    ...(card === null
      ? []
      : [
          element('rect', { class: 'card', ...sized(card), rx: 6 }),
          textElement(
            'text',
            {
              class: 'event middle',
              x: tidy(card.x + card.width / 2),
              y: tidy(card.y + 5 + faces.event.leading * 0.78),
            },
            creation,
          ),
        ]),
  ]);
