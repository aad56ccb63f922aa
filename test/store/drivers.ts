/** The engine below a store, for tests that look at the tables themselves. */
import type { Driver, Row } from '../../src/store/driver.ts';
import { openPglite } from '../../src/store/pglite.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import type { NewDatabase } from '../support/engines.ts';

/** On a new, empty database. */
export const newDriver = async (database: NewDatabase): Promise<Driver> => {
  const { DATABASE_URL, DATA_DIR = '' } = await database();
  return DATABASE_URL === undefined ? openPglite(DATA_DIR) : openPostgres(DATABASE_URL, () => {});
};

/**
 * Drivers as that many processes would have them: on PostgreSQL each its own, on PGlite,
 * which one process holds, the same one.
 */
export const newDrivers = async (
  database: NewDatabase,
  count: number,
): Promise<readonly Driver[]> => {
  const { DATABASE_URL, DATA_DIR = '' } = await database();
  const each = Array.from({ length: count });
  if (DATABASE_URL !== undefined)
    return Promise.all(each.map(() => openPostgres(DATABASE_URL, () => {})));
  const driver = await openPglite(DATA_DIR);
  return each.map(() => driver);
};

export const newPostgres = async (): Promise<Driver> =>
  openPostgres(await freshDatabase(), () => {});

/** The rows of a statement that a test makes up. */
export const rowsOf = (driver: Driver, text: string): Promise<Row[]> =>
  driver.query({ name: '', text }, []);
