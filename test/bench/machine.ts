/** What a run's numbers depend on: the machine, the versions, and how durable the database is set to be. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { World } from './world.ts';

const SETTINGS = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'wal_sync_method',
  'shared_buffers',
];

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: Readonly<Record<string, string>>;
}

export const describeMachine = async (world: World): Promise<Machine> => {
  const names = SETTINGS.map((name) => `'${name}'`).join(', ');
  const rows = await world.ask(
    `SELECT name, current_setting(name) AS value FROM pg_settings WHERE name IN (${names})`,
  );
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)])),
  };
};
