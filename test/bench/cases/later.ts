/**
 * Cases that come with what they measure. Each is a file beside `main.ts` that exports
 * one function, which answers with rows; until the file is there, its case is absent.
 */
import { access } from 'node:fs/promises';
import type { Load } from '../processes.ts';
import type { Row } from '../rounds.ts';
import type { World } from '../world.ts';

/** What such a function may use. */
export interface LaterCase {
  readonly world: World;
  readonly load: Load;
  /** A service that is running. */
  readonly url: string;
  /** The textbook's events a second in this run. */
  readonly textbookPerSecond: number;
}

type Measure = (given: LaterCase) => Promise<Row[]>;

interface Awaited {
  readonly file: string;
  readonly exports: string;
  /** The names that its rows will have. */
  readonly names: readonly string[];
}

export const awaited: Readonly<Record<'deliveries' | 'fold', Awaited>> = {
  deliveries: { file: 'deliveries.ts', exports: 'benchDeliveries', names: ['deliveriesPg'] },
  fold: {
    file: 'fold.ts',
    exports: 'benchFold',
    names: ['foldCompiledToXState', 'foldCompiledPerSecond'],
  },
};

/** Null: the case is absent. @throws Error for a file that does not export what it should */
export const measureLater = async (
  name: keyof typeof awaited,
  given: LaterCase,
): Promise<Row[] | null> => {
  const { file, exports } = awaited[name];
  const url = new URL(`../${file}`, import.meta.url);
  const isThere = await access(url).then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  const module = (await import(url.href)) as Readonly<Record<string, unknown>>;
  const measure = module[exports];
  if (typeof measure !== 'function') throw new Error(`${file} does not export ${exports}`);
  return (measure as Measure)(given);
};
