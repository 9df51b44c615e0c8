import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM, type PgliteConnection } from '@mikro-orm/pglite';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { fromPglite } from 'pg-boss';
import { type OpenOrm, shared, type StatementWatcher } from './orm.js';

/**
 * The directory of an embedded database. Without one, the database is in memory, and is loaded from the dump if given.
 */
export type EmbeddedLocation = { readonly directory: string } | { readonly dump?: Blob };

/**
 * Buffer memory of the database. PGlite's default of 128 MB would be most of the memory of an idle process, and the
 * registry caches frequently read data itself.
 */
const START_PARAMETERS = ['-c', 'shared_buffers=16MB'];

interface Queryable {
  query: (sql: string, ...more: unknown[]) => Promise<never>;
}

/**
 * Makes the watcher run all statements of the embedded database, including those in transactions of the query builder.
 */
function watchEmbedded(client: PGlite, { run }: StatementWatcher): void {
  const watch = (runner: Queryable): void => {
    const query = runner.query.bind(runner);
    runner.query = (sql, ...more) => run(sql, () => query(sql, ...more));
  };
  watch(client as unknown as Queryable);
  const transaction = client.transaction.bind(client);
  client.transaction = (work) =>
    transaction((open) => {
      watch(open as unknown as Queryable);
      return work(open);
    });
}

/** A TextDecoder that keeps a leading byte-order mark by default. */
class WholeTextDecoder extends TextDecoder {
  constructor(label?: string, options?: ConstructorParameters<typeof TextDecoder>[1]) {
    super(label, { ignoreBOM: true, ...options });
  }
}

/** Opens the embedded database: MikroORM's PGlite driver, in a directory or in memory. */
export async function openEmbedded(location: EmbeddedLocation, watcher: StatementWatcher): Promise<OpenOrm> {
  // PGlite creates instances of the global TextDecoder, which would remove the byte-order mark of stored texts.
  globalThis.TextDecoder = WholeTextDecoder;
  const loadDataDir = 'dump' in location ? location.dump : undefined;
  const orm = await MikroORM.init({
    ...shared(watcher),
    dbName: 'directory' in location ? location.directory : 'memory://',
    // A function, because the ORM clones option objects, and the clone of a Blob is not a Blob.
    driverOptions: () => ({
      extensions: { pg_trgm },
      startParams: [...PGlite.defaultStartParams, ...START_PARAMETERS],
      ...(loadDataDir ? { loadDataDir } : {}),
    }),
  });
  const connection = orm.em.getConnection() as PgliteConnection;
  const client = await connection.getNativeClient();
  const queue = fromPglite(client);
  watchEmbedded(client, watcher);
  return {
    embedded: true,
    em: orm.em as unknown as SqlEntityManager,
    // The native client runs the statement after an open transaction has ended. All callers share Kysely's connection,
    // so a statement sent through that would run inside the open transaction of another caller.
    run: (sql, parameters, asLists) =>
      client.query(sql, parameters as unknown[], asLists ? { rowMode: 'array' } : undefined),
    migrate: async () => void (await orm.migrator.up()),
    runQueue: (sql, parameters) => queue.executeSql(sql, parameters && [...parameters]),
    close: () => orm.close(true),
    connections: () => [],
    dump: () => client.dumpDataDir('none'),
  };
}
