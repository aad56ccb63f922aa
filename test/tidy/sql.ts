/** As much of SQL's syntax as the rules for it need: statements, unique keys, clauses that write. */

export interface Key {
  readonly table: string;
  readonly columns: readonly string[];
}

/** A part of a statement that changes one table, up to the end of its CTE or statement. */
export interface Write {
  readonly table: string;
  readonly text: string;
}

const COMMENT_OR_STRING =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$([a-z_]\w*|)\$[\s\S]*?\$\1\$/gi;

/** Lower case, without quotes around names, and without what comments and strings say. */
export const plain = (text: string): string =>
  text
    .replace(COMMENT_OR_STRING, (found) => (/^(--|\/\*)/.test(found) ? ' ' : `''`))
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The comment that a file opens with; empty if it opens with something else. */
export const opening = (text: string): string =>
  /^(?:\s*--[^\n]*\n?)+|^\s*\/\*[\s\S]*?\*\//.exec(text)?.[0] ?? '';

export const statementsOf = (text: string): string[] =>
  plain(text)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);

/** What stands between this place and the parenthesis that closes it, or the end. */
const enclosed = (text: string, start: number): string => {
  let depth = 0;
  for (let end = start; end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    if (depth < 0) return text.slice(start, end);
  }
  return text.slice(start);
};

/** Parts between commas that no parenthesis encloses. */
export const listOf = (text: string): string[] => {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts.map((part) => part.trim());
};

const columnsOf = (list: string): string[] => listOf(list).map((item) => item.split(' ')[0] ?? '');

/** Every PRIMARY KEY and UNIQUE of a statement, however it is written. */
export const keysOf = (statement: string): Key[] => {
  const index = /^create unique index .*?\bon (?:only )?([\w.]+)[^(]*\(/.exec(statement);
  if (index !== null)
    return [{ table: index[1] ?? '', columns: columnsOf(enclosed(statement, index[0].length)) }];
  const created = /^create (?:unlogged )?table (?:if not exists )?([\w.]+) ?\(/.exec(statement);
  if (created !== null)
    return keysOfParts(created[1] ?? '', listOf(enclosed(statement, created[0].length)));
  const altered = /^alter table (?:if exists )?(?:only )?([\w.]+) /.exec(statement);
  if (altered === null) return [];
  const additions = listOf(statement.slice(altered[0].length))
    .filter((action) => action.startsWith('add '))
    .map((action) => action.replace(/^add (?:column )?(?:if not exists )?/, ''));
  return keysOfParts(altered[1] ?? '', additions);
};

const keysOfParts = (table: string, parts: readonly string[]): Key[] =>
  parts.flatMap((part) => {
    const key = /^(?:constraint \w+ )?(?:primary key|unique)(?: nulls (?:not )?distinct)? ?\(/.exec(
      part,
    );
    if (key !== null) return [{ table, columns: columnsOf(enclosed(part, key[0].length)) }];
    const isColumnKey = /\b(?:primary key|unique)\b/.test(part.replaceAll(/\([^()]*\)/g, ''));
    return isColumnKey ? [{ table, columns: columnsOf(part) }] : [];
  });

const WRITE =
  /(?<!for |do |no key )\b(?:update(?: only)?|insert into|delete from(?: only)?) ([\w.]+)/g;

export const writesOf = (statement: string): Write[] =>
  [...statement.matchAll(WRITE)].map((match) => ({
    table: match[1] ?? '',
    text: enclosed(statement, match.index),
  }));
