/**
 * Blocks of text as they will stand in a picture: the event in bold, below it what it asks,
 * each condition behind a mark. Owns the order, lines and sizes of words; knows no SVG.
 */
import type { Condition } from '../../kernel/condition.ts';
import type { Cause } from '../../kernel/drawing/bundles.ts';
import { widthOf, wrapped, type Typeface } from './text-size.ts';

export type Style = 'name' | 'event' | 'settles' | 'words';

export const faces: Readonly<Record<Style, Typeface & { readonly leading: number }>> = {
  name: { size: 15, bold: true, leading: 20 },
  event: { size: 12.5, bold: true, leading: 17 },
  settles: { size: 12, leading: 16 },
  words: { size: 11.5, leading: 15 },
};

/** A run of text; `y` is its baseline, both from the block's corner. */
export interface Run {
  readonly style: Style;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** What belongs to one transition, or, without an id, to all of one event's. */
export interface Part {
  readonly transition: string | null;
  readonly y: number;
  readonly height: number;
  readonly runs: readonly Run[];
}

export interface Block {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Part[];
}

interface Row {
  readonly style: Style;
  readonly mark?: string;
  readonly indent: number;
  readonly text: string;
}

const DOT = '•';
const DOT_INDENT = 11;
const BETWEEN_CAUSES = 7;

/** No wider than `widest`, but for single words that are. */
export const blockOf = (causes: readonly Cause[], widest: number): Block => {
  const parts: Part[] = [];
  let width = 0;
  let height = 0;
  for (const cause of causes) {
    if (height > 0) height += BETWEEN_CAUSES;
    for (const { transition, rows } of partsOf(cause, widest)) {
      const start = height;
      const runs = rows.flatMap((row) => {
        const face = faces[row.style];
        const y = height + face.leading - face.size * 0.28;
        height += face.leading;
        width = Math.max(width, row.indent + widthOf(row.text, face));
        return runsOf(row, y);
      });
      parts.push({ transition, y: start, height: height - start, runs });
    }
  }
  return { width, height, parts };
};

const runsOf = ({ style, mark, indent, text }: Row, y: number): Run[] => [
  ...(mark === undefined ? [] : [{ style, x: 0, y, text: mark }]),
  { style, x: indent, y, text },
];

interface Piece {
  readonly transition: string | null;
  readonly rows: readonly Row[];
}

const partsOf = ({ event, shared, ways }: Cause, widest: number): Piece[] => {
  const head: Row = {
    style: event === null ? 'settles' : 'event',
    indent: 0,
    text: event ?? 'as soon as',
  };
  const dotted = (conditions: readonly Condition[]): Row[] =>
    conditions.flatMap(({ says }) => hanging(DOT, DOT_INDENT, says, widest));
  const [only] = ways;
  if (only !== undefined && ways.length === 1)
    return [{ transition: only.arrow.id, rows: [head, ...dotted(only.asks)] }];
  return [
    { transition: null, rows: [head, ...dotted(shared)] },
    ...ways.map(({ arrow, asks }, index) => ({
      transition: arrow.id,
      rows: alternative(index === 0 ? 'either' : 'or', asks, widest),
    })),
  ];
};

const ALTERNATIVE_INDENT = widthOf('either ', faces.words);

const alternative = (mark: string, asks: readonly Condition[], widest: number): Row[] => {
  const sentences = asks.length === 0 ? ['nothing more'] : asks.map(({ says }) => says);
  return sentences.flatMap((says, index) =>
    hanging(index === 0 ? mark : 'and', ALTERNATIVE_INDENT, says, widest),
  );
};

/** A mark, and beside it the text in as many lines as it needs. */
const hanging = (mark: string, indent: number, text: string, widest: number): Row[] =>
  wrapped(text, widest - indent, faces.words).map((line, index) => ({
    style: 'words',
    ...(index === 0 ? { mark } : {}),
    indent,
    text: line,
  }));
