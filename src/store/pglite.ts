/**
 * PGlite: PostgreSQL inside this process, its data in a folder that one process
 * holds at a time. Survives the end of the process; does not fsync, so it makes no
 * promise about a power cut.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Driver, Row } from './driver.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';
import { translate } from './sql-errors.ts';

/** The data folder cannot be made, locked or read as a database. */
export class FolderUnusable extends Error {
  override readonly name = 'FolderUnusable';

  constructor(folder: string, cause: unknown) {
    super(`${folder} cannot be used as DATA_DIR`, {
      // PGlite throws the errors of its file system, which are no `Error`s.
      cause: cause instanceof Error ? cause : new Error(`PGlite: ${JSON.stringify(cause)}`),
    });
  }
}

/** @throws FolderInUse, FolderUnusable */
export const openPglite = async (dataDir: string): Promise<Driver> => {
  let unlock: () => Promise<void>;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    unlock = await lockFolder(dataDir);
  } catch (error) {
    throw error instanceof FolderInUse ? error : new FolderUnusable(dataDir, error);
  }
  let database: PGlite;
  try {
    database = await PGlite.create(join(dataDir, 'pglite'));
  } catch (error) {
    await unlock();
    throw new FolderUnusable(dataDir, error);
  }
  const driver: Driver = {
    engine: 'pglite',
    async query({ text }, values) {
      try {
        const { rows } = await database.query<Row>(text, [...values]);
        return rows;
      } catch (error) {
        throw translate(error, true);
      }
    },
    transaction: (work) =>
      database.transaction((transaction) =>
        work(async (text, values) => {
          if (values !== undefined) return (await transaction.query<Row>(text, [...values])).rows;
          await transaction.exec(text);
          return [];
        }),
      ),
    dedicated: () => driver,
    /** It has no autovacuum. */
    async tidy() {
      for (const table of ['instances', 'feed_heads', 'events'])
        await database.exec(`VACUUM ANALYZE ${table}`);
    },
    async close() {
      await database.close();
      await unlock();
    },
  };
  return driver;
};
