/** Markdown as GitHub reads it: tables whose cells hold anything. Owns the escaping of text. */

/** Text as text, wherever it stands. */
export const plain = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_[\]|#~]/gu, (character) => `\\${character}`);

export const code = (name: string): string => `\`${name.replaceAll('|', '\\|')}\``;

/** Lines within a cell. */
export const lines = (parts: readonly string[]): string => parts.join('<br>');

export type Row = readonly string[];

export const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Paragraphs, each followed by an empty line but the last, which ends the file. */
export const document = (paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;
