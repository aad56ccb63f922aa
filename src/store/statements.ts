/** The SQL of `sql/`, a statement per file, known by the file's name. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Statement } from './driver.ts';

const folder = new URL('./sql/', import.meta.url);

const statements: ReadonlyMap<string, Statement> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => {
      const name = file.slice(0, -'.sql'.length);
      return [name, { name, text: readFileSync(new URL(file, folder), 'utf8') }];
    }),
);

/** @throws Error for a name without a file: a bug */
export const statement = (name: string): Statement => {
  const found = statements.get(name);
  if (found === undefined) throw new Error(`there is no statement ${name}`);
  return found;
};
