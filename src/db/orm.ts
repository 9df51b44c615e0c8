import { Migrator } from '@mikro-orm/migrations';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { MIGRATIONS } from '../../migrations/all.js';
import { ENTITIES } from '../entities/all.js';

/** Runs one statement outside any transaction. Returns rows as objects or as arrays. */
export type RunStatement = (
  sql: string,
  parameters: readonly unknown[],
  asLists: boolean,
) => Promise<{ rows: unknown[] }>;

/** Runs one statement in a snapshot. */
export type ReadSnapshot = <Row extends object>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

/** An open database, embedded or on a server. */
export interface OpenOrm {
  readonly embedded: boolean;
  readonly em: SqlEntityManager;
  readonly run: RunStatement;
  readonly migrate: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Runs SQL of pg-boss: one statement with parameters, or several without parameters. */
  readonly runQueue: (sql: string, parameters?: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  /** The number of connections to a server, by pool and state. Empty for the embedded database. */
  readonly connections: () => readonly { readonly pool: string; readonly state: string; readonly count: number }[];
  /**
   * Runs reads in one read-only transaction with repeatable reads, on a connection of the pool for reads. Server only.
   */
  readonly snapshot?: <T>(work: (query: ReadSnapshot) => Promise<T>) => Promise<T>;
  /** Dumps the whole database as an archive. Embedded database only. */
  readonly dump?: () => Promise<Blob>;
}

/** Counts and observes statements. */
export interface StatementWatcher {
  /** Called with the text of each statement that the ORM runs, before it is sent. */
  readonly onOrmStatement: (sql: string) => void;
  /** Runs and observes any statement. @param before see `ObserveStatement` */
  readonly run: <T>(sql: string, run: () => Promise<T>, before?: Promise<unknown>) => Promise<T>;
}

/** The ORM options that both databases share. */
export const shared = ({ onOrmStatement }: StatementWatcher) => ({
  entities: ENTITIES,
  extensions: [Migrator],
  migrations: { migrationsList: MIGRATIONS, snapshot: false, silent: true },
  ignoreUndefinedInQuery: true,
  // Dates are stored and read in UTC, whatever the time zone of the machine is.
  forceUtcTimezone: true,
  // The ORM logs to standard error, because standard output is for the JSON log and the output of commands.
  logger: (message: string) => void process.stderr.write(`${message}\n`),
  colors: false,
  onQuery: (sql: string) => {
    onOrmStatement(sql);
    return sql;
  },
});
