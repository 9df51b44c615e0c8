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
import { toldOf } from './unavailable.js';

/** Something that runs SQL text with `$1` parameters and gives plain rows. */
export interface SqlRunner {
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** The same, and rows as lists of their values, which is less to make. */
export interface ListRunner extends SqlRunner {
  lists(sql: string, parameters?: readonly unknown[]): Promise<unknown[][]>;
}

/**
 * Runs a statement, and is told its text and how it went, and what it waits for first where it is sent behind others.
 */
export type ObserveStatement = <T>(sql: string, run: () => Promise<T>, before?: Promise<unknown>) => Promise<T>;

const tell = (thrown: unknown): never => {
  throw toldOf(thrown);
};

/**
 * The one way to the database. Reads go past the ORM as plain rows; writes happen in `transaction`.
 * On the embedded database transactions queue up behind each other, because it has one connection.
 */
export class Database implements ListRunner {
  /** Tells this process from others on the same database. */
  readonly processName = randomUUID();
  /** Statements run since the start; tests count with it. */
  statements = 0;
  /** Told each statement's text, where a test asks for it. */
  onStatement: ((sql: string) => void) | undefined;
  /** Told each statement with how long it took, where somebody measures. */
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

  /** True for the database in this process, which no other process sees. */
  get isEmbedded(): boolean {
    return this.#open.embedded;
  }

  /** Brings the schema up to this build's. */
  async migrate(): Promise<void> {
    await this.#open.migrate();
    await installJobQueue(this.jobRunner, this.isEmbedded);
  }

  /** How the job queue's library reaches this database; its polls are none of a request's statements. */
  get jobRunner(): JobRunner {
    return { executeSql: (sql, parameters) => this.#open.runQueue(sql, parameters) };
  }

  /**
   * Counts what the tables hold, so that statements are planned by it: the embedded database never does so by itself.
   */
  async analyze(): Promise<void> {
    await this.query('analyze');
  }

  /** Whether that was ever done. */
  async isAnalyzed(): Promise<boolean> {
    const [row] = await this.query<{ done: boolean }>(
      `select reltuples >= 0 as done from pg_class where oid = 'nodes'::regclass`,
    );
    return row!.done;
  }

  /** Whether the schema is this build's. */
  async isMigrated(): Promise<boolean> {
    const names = MIGRATIONS.map(({ name }) => name);
    const [row] = await this.query<{ done: number }>(
      'select count(*)::int as done from mikro_orm_migrations where name = any($1::text[])',
      [names],
    );
    return row!.done === names.length;
  }

  /**
   * Runs one reading statement outside any transaction.
   * @throws SERVICE_UNAVAILABLE where the database does not answer
   * Refused inside one: on the embedded database it would wait for itself for ever, so it must fail on both.
   */
  async query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#read(sql, parameters, false)) as Row[];
  }

  /**
   * The same, with rows as lists of their values, in the order in which they are selected.
   * @throws SERVICE_UNAVAILABLE where the database does not answer
   */
  async lists(sql: string, parameters: readonly unknown[] = []): Promise<unknown[][]> {
    return (await this.#read(sql, parameters, true)) as unknown[][];
  }

  async #read(sql: string, parameters: readonly unknown[], asLists: boolean): Promise<unknown[]> {
    if (this.#inTransaction.getStore())
      throw new Error('A read outside the open transaction was asked for inside it; use the transaction’s own query.');
    this.#count(sql);
    const { rows } = await this.#open.run(sql, parameters, asLists).catch(tell);
    // The embedded database works in this thread: between two statements of one request others get their turn.
    if (this.#open.embedded) await immediate();
    return rows;
  }

  /** Runs reads that see the database as it was at their first statement, whatever is written meanwhile. */
  async snapshot<T>(work: (runner: SqlRunner) => Promise<T>): Promise<T> {
    return this.#run(work, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  }

  /** Runs the work in one transaction of its own; what it throws rolls everything back. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#run(work, {});
  }

  async #run<T>(work: (transaction: Transaction) => Promise<T>, options: TransactionOptions): Promise<T> {
    if (this.#inTransaction.getStore()) throw new Error('A transaction was asked for inside an open one.');
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
    const result = await (this.#queue ? this.#queue.run(run) : run()).catch(tell);
    // As between two reads: who writes one thing after the other would keep everybody else waiting.
    if (this.#open.embedded) await immediate();
    return result;
  }

  /**
   * The whole embedded database as an archive, from which another can be opened in memory.
   * @throws Error on a server, which has tools of its own for that
   */
  async dump(): Promise<Blob> {
    if (!this.#open.dump) throw new Error('Only the embedded database can be dumped; use pg_dump.');
    return this.#open.dump();
  }

  /** Calls back soon after another process has written, and whenever one may have unnoticed. */
  onForeignWrite(callback: () => void): void {
    // The embedded database is this process's alone.
    if (this.#url === undefined) return;
    const listener = new Listener(this.#url, (teller) => {
      if (teller !== this.processName) callback();
    });
    this.#listeners.push(listener);
    listener.start();
  }

  /** The connections to a server, by pool and state; none of the embedded database. */
  get connections(): readonly { readonly pool: string; readonly state: string; readonly count: number }[] {
    return this.#open.connections();
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.close()));
    await this.#open.close();
  }

  get #watcher(): StatementWatcher {
    return {
      told: (sql) => this.#count(sql),
      run: (sql, run, before) => (this.observe ? this.observe(sql, run, before) : run()),
    };
  }

  #count(sql: string): void {
    this.statements++;
    this.onStatement?.(sql);
  }
}
