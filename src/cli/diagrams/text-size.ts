/**
 * How wide a text will be, without a font to ask: estimated for the widest of the usual system
 * fonts, so that with any other there is air to spare and nothing is cut off. Owns the estimate.
 */

export interface Typeface {
  /** In pixels; also the width that one em has. */
  readonly size: number;
  readonly bold?: boolean;
}

/** Widths in em, as DejaVu Sans has them. */
const widths: readonly (readonly [characters: string, em: number])[] = [
  [" .,:;'|!ijlIJ", 0.33],
  ['frt()[]/-·', 0.42],
  ['cksvxyzFLTY_', 0.6],
  ['mMW@%', 0.98],
  ['w', 0.83],
];
const LOWER = 0.64;
const UPPER = 0.73;
const BOLD = 1.12;

const emOf = (character: string): number =>
  widths.find(([characters]) => characters.includes(character))?.[1] ??
  (/[\p{Lu}≥≤–—]/u.test(character) ? UPPER : LOWER);

/** In pixels, rounded up. */
export const widthOf = (text: string, { size, bold = false }: Typeface): number =>
  Math.ceil(Array.from(text, emOf).reduce((sum, em) => sum + em, 0) * size * (bold ? BOLD : 1));

/** The text in lines that are no wider than `widest`, but for single words that are. */
export const wrapped = (text: string, widest: number, face: Typeface): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || widthOf(longer, face) > widest) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
};
