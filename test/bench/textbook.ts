/**
 * What one would write without this service: begin, select … for update, insert the
 * event, update the row, commit. As fast as that is written: prepared statements, a
 * pool, a row of its own for each lane, so that nobody waits for a lock.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Lane } from './closed-loop.ts';
import { exampleItem } from './example-item.ts';
import type { World } from './world.ts';

export const TEXTBOOK_CONNECTIONS = 16;

export const TEXTBOOK_TABLES = `
  CREATE TABLE tasks (
    task_id text PRIMARY KEY, status text NOT NULL, version bigint NOT NULL, state jsonb NOT NULL,
    updated_at timestamptz NOT NULL
  ) WITH (fillfactor = 70);
  CREATE TABLE events (
    event_id text PRIMARY KEY, task_id text NOT NULL, sequence bigint NOT NULL,
    type text NOT NULL, payload jsonb NOT NULL, evidence jsonb NOT NULL, actor text NOT NULL,
    recorded_at timestamptz NOT NULL, UNIQUE (task_id, sequence)
  )`;

const SELECT = 'SELECT status, version, state FROM tasks WHERE task_id = $1 FOR UPDATE';
const INSERT =
  'INSERT INTO events VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, clock_timestamp())';
const UPDATE = `
  UPDATE tasks SET status = $2, version = $3, state = $4::jsonb, updated_at = clock_timestamp()
  WHERE task_id = $1`;

export const insertTask = async (pool: pg.Pool): Promise<string> => {
  const id = randomUUID();
  const { status, state } = exampleItem;
  await pool.query('INSERT INTO tasks VALUES ($1, $2, 0, $3, clock_timestamp())', [
    id,
    status,
    state,
  ]);
  return id;
};

const transact = async (client: pg.PoolClient, id: string): Promise<void> => {
  const { type, payload, evidence, actor, status, state } = exampleItem;
  const run = (name: string, text: string, values: unknown[]) =>
    client.query<{ version: string }>({ name, text, values });
  await client.query('BEGIN');
  const { rows } = await run('select', SELECT, [id]);
  const version = Number(rows[0]?.version) + 1;
  const texts = [JSON.stringify(payload), JSON.stringify(evidence)];
  await run('insert', INSERT, [randomUUID(), id, version, type, ...texts, actor]);
  await run('update', UPDATE, [id, status, version, JSON.stringify(state)]);
  await client.query('COMMIT');
};

/** Lanes that store an event each time they are called, in a database of their own. */
export const textbookLanes = async (world: World): Promise<Lane[]> => {
  const url = await world.newDatabase();
  await world.ask(TEXTBOOK_TABLES, url);
  const pool = new pg.Pool({ connectionString: url, max: TEXTBOOK_CONNECTIONS });
  pool.on('error', () => {});
  world.onEnd(() => pool.end());
  const ids = await Promise.all(
    Array.from({ length: TEXTBOOK_CONNECTIONS }, () => insertTask(pool)),
  );
  return ids.map((id) => async () => {
    const client = await pool.connect();
    try {
      await transact(client, id);
    } finally {
      client.release();
    }
  });
};
