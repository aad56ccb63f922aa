/**
 * PGlite: PostgreSQL inside this process, its data in a folder that one process
 * holds at a time. Survives the end of the process; does not fsync, so it makes no
 * promise about a power cut.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Driver, Row } from './driver.ts';
import { lockFolder } from './folder-lock.ts';
import { translate } from './sql-errors.ts';

/** @throws FolderInUse */
export const openPglite = async (dataDir: string): Promise<Driver> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(dataDir);
  let database: PGlite;
  try {
    database = await PGlite.create(join(dataDir, 'pglite'));
  } catch (error) {
    await unlock();
    throw error;
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
