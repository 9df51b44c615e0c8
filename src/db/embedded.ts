import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM, type PgliteConnection } from '@mikro-orm/pglite';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { fromPglite } from 'pg-boss';
import { type OpenOrm, shared, type StatementWatcher } from './orm.js';

/** Where an embedded database is kept, or the dump that an in-memory one starts from. */
export type EmbeddedLocation = { readonly directory: string } | { readonly dump?: Blob };

interface Queryable {
  query: (sql: string, ...more: unknown[]) => Promise<never>;
}

/** Has the embedded database's statements watched: our own, and those of the query builder in its transactions. */
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

/** Takes no byte-order mark off the beginning of what it decodes, where nobody says that it shall. */
class WholeTextDecoder extends TextDecoder {
  constructor(label?: string, options?: ConstructorParameters<typeof TextDecoder>[1]) {
    super(label, { ignoreBOM: true, ...options });
  }
}

/** Opens the embedded database: MikroORM's PGlite driver, in a directory or in memory. */
export async function openEmbedded(location: EmbeddedLocation, watcher: StatementWatcher): Promise<OpenOrm> {
  // PGlite makes decoders of this name, also in the midst of its work, and a text that begins with a mark would come
  // back without it.
  globalThis.TextDecoder = WholeTextDecoder;
  const loadDataDir = 'dump' in location ? location.dump : undefined;
  const orm = await MikroORM.init({
    ...shared(watcher),
    dbName: 'directory' in location ? location.directory : 'memory://',
    // A function, because the ORM copies objects, and a copied Blob is none any more.
    driverOptions: () => ({ extensions: { pg_trgm }, ...(loadDataDir ? { loadDataDir } : {}) }),
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
