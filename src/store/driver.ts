/** The seam between the SQL and its engines: two methods, and a connection of one's own for who commits. */
export interface Statement {
  /** Known to the engine under this name, so that it is parsed once. */
  readonly name: string;
  readonly text: string;
}

export type Row = Readonly<Record<string, unknown>>;

export interface Querier {
  /** @throws StatementFailed, StoreAway */
  query(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

export interface Driver extends Querier {
  readonly engine: 'pglite' | 'postgres';
  /** Runs `work` in one transaction; plain text may hold several statements. */
  transaction<T>(
    work: (run: (text: string, values?: readonly unknown[]) => Promise<Row[]>) => Promise<T>,
  ): Promise<T>;
  /** A querier that nothing else waits on, connected again when its connection is lost. */
  dedicated(): Querier;
  /** Collects what updates left behind, where the engine does not do so by itself. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}
