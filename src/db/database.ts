import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import { IsolationLevel, type TransactionOptions } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { MIGRATIONS } from '../../migrations/all.js';
import { type EmbeddedLocation, openEmbedded } from './embedded.js';
import type { OpenOrm, StatementWatcher } from './orm.js';
import { openServer, type ServerLocation } from './server.js';
import { Transaction } from './transaction.js';
import { installJobQueue, type JobRunner } from './job-schema.js';
import { Listener } from './listener.js';
import { Queue } from './queue.js';
import { translateTransientError } from './unavailable.js';

/** Runs SQL with `$1` parameters and returns plain rows. */
export interface SqlRunner {
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** A runner that can also return rows as arrays of values, which is cheaper than objects. */
export interface ListRunner extends SqlRunner {
  lists(sql: string, parameters?: readonly unknown[]): Promise<unknown[][]>;
}

/** The code of PostgreSQL's error for a table that does not exist. */
const NO_TABLE = '42P01';

/**
 * Runs a statement and observes it. `before` is the preceding statement if both are pipelined, so that this one waits
 * for it.
 */
export type ObserveStatement = <T>(sql: string, run: () => Promise<T>, before?: Promise<unknown>) => Promise<T>;

const rethrow = (thrown: unknown): never => {
  throw translateTransientError(thrown);
};

/**
 * Access to the database. Reads bypass the ORM and return plain rows; writes run in `transaction`.
 * The embedded database has one connection, so its transactions run one after the other.
 */
export class Database implements ListRunner {
  /** A random name that identifies this process among those that use the same database. */
  readonly processName = randomUUID();
  /** The number of statements since the start. For tests. */
  statements = 0;
  /** Called with the text of each statement. For tests. */
  onStatement: ((sql: string) => void) | undefined;
  /** Observes each statement, for metrics and traces. */
  observe: ObserveStatement | undefined;

  readonly #queue: Queue | undefined;
  readonly #inTransaction = new AsyncLocalStorage<true>();
  #open!: OpenOrm;
  #url: string | undefined;
  readonly #listeners: Listener[] = [];

  private constructor(queue: Queue | undefined) {
    this.#queue = queue;
  }

  /** Opens the embedded database. */
  static async embedded(location: EmbeddedLocation): Promise<Database> {
    const database = new Database(new Queue());
    database.#open = await openEmbedded(location, database.#watcher);
    return database;
  }

  /** Opens a database on a PostgreSQL server. */
  static async server(location: ServerLocation): Promise<Database> {
    const database = new Database(undefined);
    database.#open = await openServer(location, database.#watcher);
    database.#url = location.url;
    return database;
  }

  /** True for the embedded database, which only this process can use. */
  get isEmbedded(): boolean {
    return this.#open.embedded;
  }

  /**
   * Migrates the schema to the version of this build.
   * @throws Error if a newer build has migrated it, or if the database can't store all texts
   */
  async migrate(): Promise<void> {
    await this.#assertUsable();
    await this.#open.migrate();
    await installJobQueue(this.jobRunner, this.isEmbedded);
  }

  /** Runs statements of pg-boss, which are not counted in `statements`. */
  get jobRunner(): JobRunner {
    return { executeSql: (sql, parameters) => this.#open.runQueue(sql, parameters) };
  }

  /**
   * Updates the statistics of the query planner. The embedded database never does so by itself.
   */
  async analyze(): Promise<void> {
    await this.query('analyze');
  }

  /** True if the statistics of the query planner were ever updated. */
  async isAnalyzed(): Promise<boolean> {
    const [row] = await this.query<{ done: boolean }>(
      `select reltuples >= 0 as done from pg_class where oid = 'nodes'::regclass`,
    );
    return row!.done;
  }

  async #assertUsable(): Promise<void> {
    const [row] = await this.query<{ encoding: string; table: string | null }>(
      `select current_setting('server_encoding') as encoding, to_regclass('mikro_orm_migrations')::text as table`,
    );
    const { encoding, table } = row!;
    if (encoding !== 'UTF8') throw new Error(`The database has the encoding ${encoding}. It must be UTF8.`);
    if (table === null) return;
    const last = MIGRATIONS.at(-1)!.name;
    const [newer] = await this.query<{ name: string }>(
      'select name from mikro_orm_migrations where name > $1 collate "C" order by name limit 1',
      [last],
    );
    if (newer)
      throw new Error(
        `A newer build has migrated the database (${newer.name}). Start that build, or restore a backup.`,
      );
  }

  /** True if all migrations of this build were applied. */
  async isMigrated(): Promise<boolean> {
    const names = MIGRATIONS.map(({ name }) => name);
    const [row] = await this.query<{ done: number }>(
      'select count(*)::int as done from mikro_orm_migrations where name = any($1::text[])',
      [names],
    ).catch((error: { readonly code?: string }) => {
      if (error.code === NO_TABLE) return [{ done: 0 }];
      throw error;
    });
    return row!.done === names.length;
  }

  /**
   * Runs one statement outside any transaction. Throws if the caller has an open transaction, because the statement
   * would wait for that transaction forever on the embedded database.
   * @throws SERVICE_UNAVAILABLE if the database does not respond
   */
  async query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#read(sql, parameters, false)) as Row[];
  }

  /**
   * Like `query`, with rows as arrays of values in the order of the selected columns.
   * @throws SERVICE_UNAVAILABLE if the database does not respond
   */
  async lists(sql: string, parameters: readonly unknown[] = []): Promise<unknown[][]> {
    return (await this.#read(sql, parameters, true)) as unknown[][];
  }

  async #read(sql: string, parameters: readonly unknown[], asLists: boolean): Promise<unknown[]> {
    if (this.#inTransaction.getStore())
      throw new Error('This read would run outside the open transaction. Use the transaction’s own query.');
    this.#count(sql);
    const { rows } = await this.#open.run(sql, parameters, asLists).catch(rethrow);
    // Yields to other requests after each statement, because the embedded database runs in this thread.
    if (this.#open.embedded) await immediate();
    return rows;
  }

  /** Runs reads on a consistent snapshot of the database, which is taken at the first statement. */
  async snapshot<T>(work: (runner: SqlRunner) => Promise<T>): Promise<T> {
    const { snapshot } = this.#open;
    if (snapshot)
      return snapshot((query) =>
        work({
          query: (sql, parameters) => {
            this.#count(sql);
            return query(sql, parameters);
          },
        }),
      ).catch(rethrow);
    return this.#run(work, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  }

  /** Runs the work in one transaction, which is rolled back if the work throws. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#run(work, {});
  }

  async #run<T>(work: (transaction: Transaction) => Promise<T>, options: TransactionOptions): Promise<T> {
    if (this.#inTransaction.getStore()) throw new Error('Transactions can’t be nested: one is already open.');
    const run = (): Promise<T> =>
      this.#inTransaction.run(true, async () => {
        let open: Transaction | undefined;
        try {
          const result = await this.#open.em.fork({ clear: true }).transactional((em) => {
            open = new Transaction(em as SqlEntityManager, this.#open.embedded, (sql) => this.#count(sql));
            return work(open);
          }, options);
          await open?.answered();
          return result;
        } finally {
          open?.end();
        }
      });
    const result = await (this.#queue ? this.#queue.run(run) : run()).catch(rethrow);
    // Yields to other requests, as in `#read`.
    if (this.#open.embedded) await immediate();
    return result;
  }

  /**
   * Dumps the embedded database as an archive, from which an in-memory database can be opened.
   * @throws Error on a PostgreSQL server, for which there is pg_dump
   */
  async dump(): Promise<Blob> {
    if (!this.#open.dump) throw new Error('Only the embedded database can be dumped. Use pg_dump instead.');
    return this.#open.dump();
  }

  /**
   * Registers a function to call after another process has written, and after a reconnect, when a write may have been
   * missed.
   */
  onForeignWrite(callback: () => void): void {
    // No other process can use the embedded database.
    if (this.#url === undefined) return;
    const listener = new Listener(this.#url, (sender) => {
      if (sender !== this.processName) callback();
    });
    this.#listeners.push(listener);
    listener.start();
  }

  /** The connections to a PostgreSQL server, by pool and state. Empty for the embedded database. */
  get connections(): readonly { readonly pool: string; readonly state: string; readonly count: number }[] {
    return this.#open.connections();
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.close()));
    await this.#open.close();
  }

  get #watcher(): StatementWatcher {
    return {
      onOrmStatement: (sql) => this.#count(sql),
      run: (sql, run, before) => (this.observe ? this.observe(sql, run, before) : run()),
    };
  }

  #count(sql: string): void {
    this.statements++;
    this.onStatement?.(sql);
  }
}
