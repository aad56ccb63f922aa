/**
 * Text that Mermaid takes as text. Its state diagrams end a label at `;`, begin one at `:`, read
 * `#` as an entity and `"` as the end of a name; some words are orders wherever they stand.
 * Owns the escaping; knows no diagram.
 */

/** Mermaid's entities: `#58;` is a colon. It turns them into characters after parsing. */
const entity = (character: string): string => `#${character.codePointAt(0)};`;

const SPECIAL = /[^\p{L}\p{N} .,()/|'’…·→–_=+≥≤-]/gu;
/** A line that has these words is taken for the order to turn the diagram, whatever else it says. */
const ORDER = /(?<=direction)\s(?=\s*(?:TB|BT|LR|RL)\b)/giu;
/** At its beginning these would make a Markdown list of a label. */
const LIST = /^(?:[-+]|\d+[.)])(?= )/u;

export const mermaidText = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(SPECIAL, entity)
    .replaceAll(ORDER, entity)
    .replace(LIST, (mark) => entity(mark.slice(0, 1)) + mark.slice(1));

/** Several lines in one label. */
export const mermaidLines = (lines: readonly string[]): string =>
  lines.map(mermaidText).join('<br/>');
