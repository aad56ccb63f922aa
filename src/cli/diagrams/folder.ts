/** The folder `diagrams/` on disk: what is in it, and how it becomes what was generated. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Texts } from './generate.ts';

export const readFolder = (folder: string): Texts =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [
        file.slice(folder.length + 1).replaceAll(sep, '/'),
        readFileSync(file, 'utf8'),
      ]),
  );

/** What differs, in words; empty where the folder is as generated. */
export const differences = (found: Texts, generated: Texts): string[] => [
  ...[...generated].flatMap(([path, text]) => {
    const there = found.get(path);
    if (there === undefined) return [`${path} is missing`];
    return there === text ? [] : [`${path} is out of date, ${firstDifference(there, text)}`];
  }),
  ...[...found.keys()].filter((path) => !generated.has(path)).map((path) => `${path} is left over`),
];

const firstDifference = (there: string, text: string): string => {
  const lines = text.split('\n');
  const index = there.split('\n').findIndex((line, nth) => line !== lines[nth]);
  return index < 0 ? 'at its end' : `first in line ${index + 1}`;
};

/** Nothing else stays in it. */
export const rewriteFolder = (folder: string, texts: Texts): void => {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of texts) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
};
