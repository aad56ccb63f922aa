/** Installing: what the first start fixes, and which databases are somebody else's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Driver, Row } from '../../src/store/driver.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openSqlStore } from '../../src/store/sql-store.ts';
import { onEachEngine } from '../support/engines.ts';
import { newDriver, newPostgres, rowsOf } from './drivers.ts';
import { idsIn, itemOf, keyOf } from './items.ts';

onEachEngine('an installed database', (newDatabase) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await newDriver(newDatabase);
    await openSqlStore(driver, 3);
  });
  afterAll(() => driver.close());

  const installed = async (): Promise<readonly Row[][]> => [
    await rowsOf(driver, 'SELECT * FROM service'),
    await rowsOf(driver, 'SELECT * FROM migrations ORDER BY number'),
    await rowsOf(driver, 'SELECT * FROM feed_heads ORDER BY partition'),
  ];

  it('has the partitions of its first start; a later one with another number keeps them', async () => {
    const first = await openSqlStore(driver, 3);
    const [id = ''] = idsIn(first, 2, 1);
    await first.commit(2, [itemOf(id, 0)]);
    const later = await openSqlStore(driver, 7);
    expect(later.partitions).toBe(3);
    expect(later.partitionOf(id)).toBe(2);
    expect(await later.loadInstance(keyOf(id))).toMatchObject({ version: 0 });
    expect(await rowsOf(driver, 'SELECT partition FROM feed_heads ORDER BY 1')).toHaveLength(3);
  });

  it('is left as it is by a second migration', async () => {
    const before = await installed();
    expect(await migrate(driver, 4)).toMatchObject({ partitions: 3 });
    expect(await installed()).toEqual(before);
  });

  const strangers = [
    {
      what: 'a migration that this version does not know',
      change: `INSERT INTO migrations VALUES (999, '0999-later.sql', clock_timestamp())`,
      undo: 'DELETE FROM migrations WHERE number = 999',
      says: 'migration 999',
    },
    {
      what: 'another way of placing instances',
      change: `UPDATE service SET placement = 'md5'`,
      undo: `UPDATE service SET placement = 'sha256'`,
      says: '"md5"',
    },
  ];

  it.each(strangers)(
    'is refused, and not touched, when it has $what',
    async ({ change, undo, says }) => {
      await rowsOf(driver, change);
      const before = await installed();
      const opening = openSqlStore(driver);
      await expect(opening).rejects.toMatchObject({ name: 'ForeignDatabase' });
      await expect(opening).rejects.toThrow(says);
      expect(await installed()).toEqual(before);
      await rowsOf(driver, undo);
      expect((await openSqlStore(driver)).partitions).toBe(3);
    },
  );
});

describe('a database of another application', () => {
  const others = [
    { what: 'its own events', table: 'CREATE TABLE events (id int)' },
    { what: 'its own migrations', table: 'CREATE TABLE migrations (id int, migration text)' },
    {
      what: 'its own numbered migrations',
      table: 'CREATE TABLE migrations (number int, name text, applied_at timestamptz)',
    },
  ];

  it.each(others)('is refused in words, and not touched, when it has $what', async ({ table }) => {
    const driver = await newPostgres();
    const tables = (): Promise<Row[]> =>
      rowsOf(driver, `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`);
    try {
      await rowsOf(driver, table);
      if (table.includes('number'))
        await rowsOf(driver, `INSERT INTO migrations VALUES (1, 'users', now())`);
      const before = await tables();
      const opening = openSqlStore(driver);
      await expect.soft(opening).rejects.toMatchObject({ name: 'ForeignDatabase' });
      expect(await tables()).toEqual(before);
    } finally {
      await driver.close();
    }
  });
});
