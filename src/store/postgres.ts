/** PostgreSQL through `pg`: a pool for reading, a client of its own for each committer. */
import pg from 'pg';
import type { Driver, Querier, Row, Statement } from './driver.ts';
import { StoreAway } from './port.ts';
import { translate } from './sql-errors.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** A connection that says nothing for so long is given up; whether its statement was done is found out by id. */
const QUERY_TIMEOUT_MS = 30_000;

const connection = (url: string) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: QUERY_TIMEOUT_MS,
});

/**
 * A plan made for an empty table stays when the table has grown, so the committers
 * are told to use their indexes from the first day.
 */
const INDEXES_ONLY = 'SET enable_seqscan = off';

class DedicatedClient implements Querier {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  #client: pg.Client | null = null;

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  async query({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const client = this.#client ?? (await this.#connect());
    try {
      const { rows } = await client.query<Row>({ name, text, values: [...values] });
      return rows;
    } catch (error) {
      const translated = translate(error, true);
      if (translated instanceof StoreAway) this.#drop(client);
      throw translated;
    }
  }

  async end(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(this.#onError);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...connection(this.#url), keepAlive: true });
    client.on('error', this.#onError);
    client.on('end', () => this.#drop(client));
    try {
      await client.connect();
      await client.query(INDEXES_ONLY);
    } catch (error) {
      this.#drop(client);
      throw translate(error, false);
    }
    this.#client = client;
    return client;
  }

  /** Nothing more is asked of it; the next query connects anew. */
  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
    client.end().catch(this.#onError);
  }
}

/** @throws StoreAway when the first connection fails */
export const openPostgres = async (
  url: string,
  onError: (error: Error) => void,
): Promise<Driver> => {
  const pool = new pg.Pool({ ...connection(url), max: 10 });
  pool.on('error', onError);
  // The pool listens to its idle clients only; one that breaks in use would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  const clients: DedicatedClient[] = [];
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      throw translate(error, false);
    }
  };
  (await connect()).release();
  return {
    engine: 'postgres',
    async query({ name, text }, values) {
      const client = await connect();
      try {
        const { rows } = await client.query<Row>({ name, text, values: [...values] });
        client.release();
        return rows;
      } catch (error) {
        client.release(true);
        // The pool's statements read, or record beside history: none of them is a write that counts.
        throw translate(error, false);
      }
    },
    async transaction(work) {
      const client = await connect();
      try {
        await client.query('BEGIN');
        const result = await work(async (text, values = []) => {
          const { rows } = await client.query<Row>(text, [...values]);
          return rows;
        });
        await client.query('COMMIT');
        client.release();
        return result;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    dedicated() {
      const client = new DedicatedClient(url, onError);
      clients.push(client);
      return client;
    },
    tidy: () => Promise.resolve(),
    async close() {
      await Promise.all(clients.map((client) => client.end()));
      await pool.end();
    },
  };
};
