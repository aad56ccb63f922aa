/** SVG as text: elements with attributes, everything escaped. Owns the writing, not the meaning. */

export type Attributes = Readonly<Record<string, string | number | undefined>>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/gu, (character) => ENTITIES[character] ?? '');

const opening = (name: string, attributes: Attributes): string =>
  Object.entries(attributes).reduce(
    (tag, [key, value]) =>
      value === undefined ? tag : `${tag} ${key}="${escaped(String(value))}"`,
    `<${name}`,
  );

/** An element on lines of its own, what is in it indented. */
export const element = (
  name: string,
  attributes: Attributes,
  children: readonly string[] = [],
): string =>
  children.length === 0
    ? `${opening(name, attributes)}/>`
    : [
        `${opening(name, attributes)}>`,
        ...children.flatMap((child) => child.split('\n')).map((line) => `  ${line}`),
        `</${name}>`,
      ].join('\n');

/** An element of text on one line, its white space as given. */
export const textElement = (name: string, attributes: Attributes, text: string): string =>
  `${opening(name, attributes)}>${escaped(text)}</${name}>`;
