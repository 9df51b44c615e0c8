import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM, type PgliteConnection } from '@mikro-orm/pglite';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { fromPglite } from 'pg-boss';
import { type OpenOrm, shared, type StatementWatcher } from './orm.js';

/** The directory of an embedded database, or the dump that an in-memory one starts from. */
export type EmbeddedLocation = { readonly directory: string } | { readonly dump?: Blob };

/**
 * Buffer memory of the database. PGlite's default, 128 MB, would be most of an idle process, and frequently read data
 * is in the registry's own caches.
 */
const START_PARAMETERS = ['-c', 'shared_buffers=16MB'];

interface Queryable {
  query: (sql: string, ...more: unknown[]) => Promise<never>;
}

/** Reports the embedded database's statements to a watcher, including those in transactions of the query builder. */
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

/** A decoder that keeps a leading byte-order mark by default. */
class WholeTextDecoder extends TextDecoder {
  constructor(label?: string, options?: ConstructorParameters<typeof TextDecoder>[1]) {
    super(label, { ignoreBOM: true, ...options });
  }
}

/** Opens the embedded database: MikroORM's PGlite driver, in a directory or in memory. */
export async function openEmbedded(location: EmbeddedLocation, watcher: StatementWatcher): Promise<OpenOrm> {
  // PGlite creates decoders by this global name at any time, and would strip the byte-order mark from stored texts.
  globalThis.TextDecoder = WholeTextDecoder;
  const loadDataDir = 'dump' in location ? location.dump : undefined;
  const orm = await MikroORM.init({
    ...shared(watcher),
    dbName: 'directory' in location ? location.directory : 'memory://',
    // A function, because the ORM copies objects, and a copy of a Blob is not a Blob.
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
    // The native client waits for an open transaction to end. Kysely's connection is shared by all callers instead,
    // and a statement sent through it would run inside whichever transaction is open.
    run: (sql, parameters, asLists) =>
      client.query(sql, parameters as unknown[], asLists ? { rowMode: 'array' } : undefined),
    migrate: async () => void (await orm.migrator.up()),
    runQueue: (sql, parameters) => queue.executeSql(sql, parameters && [...parameters]),
    close: () => orm.close(true),
    connections: () => [],
    dump: () => client.dumpDataDir('none'),
  };
}
