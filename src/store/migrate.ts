/**
 * Brings a database to the schema this service was built for. Any number of
 * processes may do so at once: the first one works while the others wait.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { Driver, Row } from './driver.ts';
import { StatementFailed } from './port.ts';
import { isSchemaMismatch } from './sql-errors.ts';
import { statement } from './statements.ts';

const folder = new URL('./migrations/', import.meta.url);
const INTERLOCK_LOCK = 7_305_814_126;
const PLACEMENT = 'sha256';

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
}

const migrations: readonly Migration[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => ({
    number: Number(file.slice(0, 4)),
    name: file,
    text: readFileSync(new URL(file, folder), 'utf8'),
  }));

/** The database was made for another service than this one. */
export class ForeignDatabase extends Error {
  override readonly name = 'ForeignDatabase';
}

/** What was fixed when the database was installed. */
export interface Installed {
  readonly partitions: number;
  readonly epoch: string;
}

/** @throws ForeignDatabase */
export const migrate = async (driver: Driver, partitions: number): Promise<Installed> => {
  try {
    return (await findInstalled(driver)) ?? (await install(driver, partitions));
  } catch (cause) {
    if (!isSchemaMismatch(cause)) throw cause;
    throw new ForeignDatabase(
      `the database has tables of another application under names that this service needs (${String(cause)}); give it a database of its own`,
      { cause },
    );
  }
};

/** Null if there is anything to do or to say. */
const findInstalled = async (driver: Driver): Promise<Installed | null> => {
  let row: Row | undefined;
  try {
    [row] = await driver.query(statement('read-install'), []);
  } catch (error) {
    if (error instanceof StatementFailed) return null;
    throw error;
  }
  const isCurrent =
    row?.['placement'] === PLACEMENT &&
    row['newest'] === migrations.at(-1)?.number &&
    row['applied'] === migrations.length &&
    row['heads'] === row['partitions'];
  return isCurrent
    ? { partitions: Number(row?.['partitions']), epoch: String(row?.['epoch']) }
    : null;
};

const install = (driver: Driver, partitions: number): Promise<Installed> =>
  driver.transaction(async (run) => {
    await run('SELECT pg_advisory_xact_lock($1::bigint)', [INTERLOCK_LOCK]);
    await run(
      'CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL)',
    );
    const rows = await run('SELECT number FROM migrations', []);
    const applied = new Set(rows.map(({ number }) => Number(number)));
    const newest = migrations.at(-1)?.number ?? 0;
    const unknown = [...applied].find((number) => number > newest);
    if (unknown !== undefined)
      throw new ForeignDatabase(
        `the database has migration ${unknown}, which this version of the service does not know; use the version that made it`,
      );
    for (const { number, name, text } of migrations) {
      if (applied.has(number)) continue;
      await run(text);
      await run('INSERT INTO migrations VALUES ($1, $2, clock_timestamp())', [number, name]);
    }
    await run(
      `INSERT INTO service (partitions, placement, database_epoch) VALUES ($1, $2, $3)
       ON CONFLICT (only_row) DO NOTHING`,
      [partitions, PLACEMENT, randomUUID()],
    );
    const [service] = await run(
      'SELECT partitions, placement, database_epoch::text AS epoch FROM service',
      [],
    );
    if (service?.['placement'] !== PLACEMENT)
      throw new ForeignDatabase(
        `the database places instances by "${String(service?.['placement'])}", this service by "${PLACEMENT}"`,
      );
    const fixed = Number(service['partitions']);
    await run(
      'INSERT INTO feed_heads SELECT place, 1 FROM generate_series(0, $1::integer - 1) AS place ON CONFLICT DO NOTHING',
      [fixed],
    );
    return { partitions: fixed, epoch: String(service['epoch']) };
  });
