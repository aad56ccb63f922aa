/**
 * The least that a durable answer costs: a process with a bare HTTP server, one
 * connection to the database, and one statement that updates a row and inserts an
 * event. `POST /commit` does that, `POST /nothing` answers at once.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { exampleItem } from './example-item.ts';
import { insertTask, TEXTBOOK_TABLES } from './textbook.ts';

const STATEMENT = `
  WITH moved AS (
    UPDATE tasks SET status = $3, version = version + 1, state = $4::jsonb,
      updated_at = clock_timestamp()
    WHERE task_id = $2 RETURNING version
  )
  INSERT INTO events
  SELECT $1, $2, moved.version, $5, $6::jsonb, $7::jsonb, $8, clock_timestamp() FROM moved`;

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 1 });
await pool.query(TEXTBOOK_TABLES);
const id = await insertTask(pool);

const commit = async (): Promise<void> => {
  const { type, payload, evidence, actor, status, state } = exampleItem;
  const texts = [payload, evidence].map((value) => JSON.stringify(value));
  const values = [randomUUID(), id, status, JSON.stringify(state), type, ...texts, actor];
  await pool.query({ name: 'commit', text: STATEMENT, values });
};

const answer = JSON.stringify({ outcome: 'accepted' });

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const done = request.url === '/commit' ? commit() : Promise.resolve();
    done.then(
      () => response.setHeader('Content-Type', 'application/json').end(answer),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.on('disconnect', () => process.exit());
