import { Migrator } from '@mikro-orm/migrations';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { MIGRATIONS } from '../../migrations/all.js';
import { ENTITIES } from '../entities/all.js';

/** Runs one statement outside any transaction of ours; gives rows as objects or as lists. */
export type RunStatement = (
  sql: string,
  parameters: readonly unknown[],
  asLists: boolean,
) => Promise<{ rows: unknown[] }>;

/** One open database, whichever of the two it is. */
export interface OpenOrm {
  readonly embedded: boolean;
  readonly em: SqlEntityManager;
  readonly run: RunStatement;
  readonly migrate: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Runs texts of the job queue's library: one statement with parameters, or several without. */
  readonly runQueue: (sql: string, parameters?: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
  /** Connections to a server, by pool and state. */
  readonly connections: () => readonly { readonly pool: string; readonly state: string; readonly count: number }[];
  /** The whole database as an archive; the embedded one only. */
  readonly dump?: () => Promise<Blob>;
}

/** Watches statements. */
export interface StatementWatcher {
  /** Told of every statement that the ORM itself runs, before it runs. */
  readonly told: (sql: string) => void;
  /** Runs any statement. @param before what it waits for first, where it is sent behind others */
  readonly run: <T>(sql: string, run: () => Promise<T>, before?: Promise<unknown>) => Promise<T>;
}

/** What both databases' ORMs are opened with. */
export const shared = ({ told }: StatementWatcher) => ({
  entities: ENTITIES,
  extensions: [Migrator],
  migrations: { migrationsList: MIGRATIONS, snapshot: false, silent: true },
  ignoreUndefinedInQuery: true,
  // Kept dates are compared and shown in UTC, whatever the machine's zone is.
  forceUtcTimezone: true,
  // Standard output is for records of JSON and for what a command prints.
  logger: (message: string) => void process.stderr.write(`${message}\n`),
  colors: false,
  onQuery: (sql: string) => {
    told(sql);
    return sql;
  },
});
