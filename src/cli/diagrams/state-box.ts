/**
 * A state's box before it has a place: its name, what it means, and what happens inside it
 * without leaving it. Owns its size and where in it the words stand.
 */
import type { Cause } from '../../kernel/drawing/bundles.ts';
import type { ChartState } from '../../kernel/drawing/chart.ts';
import { blockOf, faces } from './block.ts';
import { inColumns, type PlacedBlock } from './columns.ts';
import { widthOf, wrapped } from './text-size.ts';

interface Sentence {
  /** The baseline, from the box's top. */
  readonly y: number;
  readonly text: string;
}

export interface StateBox {
  readonly width: number;
  readonly height: number;
  readonly name: Sentence;
  readonly says: readonly Sentence[];
  /** Where a line parts the words from what is below them; null where nothing is. */
  readonly rule: number | null;
  /** Above what happens inside. */
  readonly caption: Sentence | null;
  /** Places from the box's corner. */
  readonly happenings: readonly PlacedBlock[];
}

export const BOX_PAD = 12;
const CAPTION = 'without leaving it';
const LEAST_WIDTH = 96;
const MOST_WORDS_WIDTH = 216;

/** `least`: the room that arrows need around it. */
export const stateBoxOf = (
  state: ChartState,
  causes: readonly Cause[],
  least: { readonly width: number; readonly height: number },
): StateBox => {
  const { name, words, settles } = faces;
  const lines = state.says === '' ? [] : wrapped(state.says, MOST_WORDS_WIDTH, words);
  const columns = inColumns(causes.map((cause) => blockOf([cause], MOST_WORDS_WIDTH)));
  const isPlain = causes.length === 0 && state.inside.length === 0;
  const wordsHeight = name.leading + lines.length * words.leading + 2 * BOX_PAD;
  const spare = isPlain ? Math.max(0, least.height - wordsHeight) : 0;
  const top = BOX_PAD + Math.floor(spare / 2);
  const rule = wordsHeight + spare - 2;
  const happeningsTop = rule + BOX_PAD - 4 + settles.leading + 6;
  const widths = [
    widthOf(state.name, name),
    ...lines.map((line) => widthOf(line, words)),
    columns.width,
    ...(causes.length > 0 ? [widthOf(CAPTION, settles)] : []),
  ];
  return {
    width: Math.max(LEAST_WIDTH, least.width, Math.max(...widths) + 2 * BOX_PAD),
    height: causes.length === 0 ? rule + 2 : happeningsTop + columns.height + BOX_PAD,
    name: { y: top + name.leading - name.size * 0.3, text: state.name },
    says: lines.map((text, index) => ({
      y: top + name.leading + (index + 1) * words.leading - words.size * 0.28,
      text,
    })),
    rule: isPlain ? null : rule,
    caption:
      causes.length === 0
        ? null
        : { y: rule + BOX_PAD - 4 + settles.leading * 0.75, text: CAPTION },
    happenings: columns.blocks.map(({ x, y, block }) => ({
      x: BOX_PAD + x,
      y: happeningsTop + y,
      block,
    })),
  };
};
