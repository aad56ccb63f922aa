/** Runs a suite on every engine the product has: the embedded one and a real PostgreSQL. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject } from 'vitest';
import { freshDatabase } from './fresh-database.ts';
import { clearUpLater } from './left-over.ts';

export type Engine = 'PGlite' | 'PostgreSQL';

/** The settings that put a service on a new, empty database of the engine, gone after the test file. */
export type NewDatabase = () => Promise<Readonly<Record<string, string>>>;

export const newDatabase: Readonly<Record<Engine, NewDatabase>> = {
  async PGlite() {
    const folder = await mkdtemp(join(tmpdir(), 'interlock-test-'));
    clearUpLater(() => rm(folder, { recursive: true, force: true }));
    await cp(inject('emptyPglite'), folder, { recursive: true });
    return { DATA_DIR: folder };
  },
  PostgreSQL: async () => ({ DATABASE_URL: await freshDatabase() }),
};

export const onEachEngine = (
  name: string,
  suite: (database: NewDatabase, engine: Engine) => void,
): void => {
  for (const engine of ['PGlite', 'PostgreSQL'] as const)
    describe(`${name}, on ${engine}`, () => suite(newDatabase[engine], engine));
};
