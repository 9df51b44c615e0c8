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

/** Runs one read of a snapshot. */
export type ReadSnapshot = <Row extends object>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>;

/** An open database, embedded or on a server. */
export interface OpenOrm {
  readonly embedded: boolean;
  readonly em: SqlEntityManager;
  readonly run: RunStatement;
  readonly migrate: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Runs SQL of the job queue's library: one statement with parameters, or several without. */
  readonly runQueue: (sql: string, parameters?: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  /** Connections to a server, by pool and state. */
  readonly connections: () => readonly { readonly pool: string; readonly state: string; readonly count: number }[];
  /** Runs reads in one read-only transaction at one point in time, on a connection for reads. Server only. */
  readonly snapshot?: <T>(work: (query: ReadSnapshot) => Promise<T>) => Promise<T>;
  /** Dumps the whole database as an archive. Embedded database only. */
  readonly dump?: () => Promise<Blob>;
}

/** Watches statements. */
export interface StatementWatcher {
  /** Called before every statement that the ORM itself runs. */
  readonly told: (sql: string) => void;
  /** Runs any statement. @param before the statement it waits for, if it is pipelined behind another */
  readonly run: <T>(sql: string, run: () => Promise<T>, before?: Promise<unknown>) => Promise<T>;
}

/** The ORM options that both databases share. */
export const shared = ({ told }: StatementWatcher) => ({
  entities: ENTITIES,
  extensions: [Migrator],
  migrations: { migrationsList: MIGRATIONS, snapshot: false, silent: true },
  ignoreUndefinedInQuery: true,
  // Stored dates are compared and shown in UTC, whatever the machine's time zone is.
  forceUtcTimezone: true,
  // Standard output is reserved for JSON log records and for the output of commands.
  logger: (message: string) => void process.stderr.write(`${message}\n`),
  colors: false,
  onQuery: (sql: string) => {
    told(sql);
    return sql;
  },
});
