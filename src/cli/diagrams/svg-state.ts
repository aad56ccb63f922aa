/** A state as SVG: a rounded box, double where it is final, with its words and what happens inside. */
import type { PlacedState } from './layout.ts';
import { element, textElement } from './markup.ts';
import { tidy } from './route.ts';
import { BOX_PAD } from './state-box.ts';
import { drawBlock, sized } from './svg-transition.ts';

const CORNER = 10;
/** Between the two borders of a final state. */
const DOUBLE = 4;

/** `anywhere`: it stands for every state of its region. */
export const drawState = (chart: string, placed: PlacedState, anywhere: boolean): string => {
  const { state, box, happenings, x, y, width } = placed;
  const middle = tidy(x + width / 2);
  const causes = happenings.flatMap((bundle) => bundle.causes);
  return element(
    'g',
    {
      id: `${chart}.state.${state.id}`,
      class: anywhere ? 'state anywhere' : 'state',
      'data-state': state.id,
    },
    [
      textElement('title', {}, [state.id, state.says].filter((text) => text !== '').join(': ')),
      element('rect', { class: 'box', ...sized(placed), rx: CORNER }),
      ...(state.final ? [innerBorder(placed)] : []),
      textElement('text', { class: 'name middle', x: middle, y: tidy(y + box.name.y) }, state.name),
      ...box.says.map((line) =>
        textElement('text', { class: 'words middle', x: middle, y: tidy(y + line.y) }, line.text),
      ),
      ...(box.rule === null ? [] : [rule(x, x + width, y + box.rule)]),
      ...(box.caption === null
        ? []
        : [
            textElement(
              'text',
              { class: 'settles', x: x + BOX_PAD, y: tidy(y + box.caption.y) },
              box.caption.text,
            ),
          ]),
      ...box.happenings.flatMap((each) =>
        drawBlock(chart, causes, each.block, { x: x + each.x, y: y + each.y }),
      ),
    ],
  );
};

const innerBorder = ({ x, y, width, height }: PlacedState): string =>
  element('rect', {
    class: 'border',
    x: x + DOUBLE,
    y: y + DOUBLE,
    width: width - 2 * DOUBLE,
    height: height - 2 * DOUBLE,
    rx: CORNER - DOUBLE + 1,
  });

const rule = (x1: number, x2: number, y: number): string =>
  element('line', { class: 'rule', x1, y1: y, x2, y2: y });
