import type { Duplex } from 'node:stream';
import { MikroORM, type PostgreSqlConnection, type SqlEntityManager } from '@mikro-orm/postgresql';
import pg, { type CustomTypesConfig, type PoolClient as DriverClient } from 'pg';
import { type OpenOrm, type ReadSnapshot, shared, type StatementWatcher } from './orm.js';

/** A connection of the pool, with properties that the type definitions of the driver omit. */
type PoolClient = DriverClient & { readonly pipeline?: boolean; readonly connection?: { readonly stream?: Duplex } };

/** The address and limits of a PostgreSQL server. */
export interface ServerLocation {
  readonly url: string;
  readonly poolSize: number;
  /** Timeout of a statement, of a lock and of a response. The connection timeout is derived from it. */
  readonly timeoutMs: number;
}

const DRIVER = { options: '-c timezone=UTC', application_name: 'extension-registry', keepAlive: true };

/** The share of connections that is reserved for reads outside transactions, so that reads never wait for writes. */
const READERS_SHARE = 0.6;

/** The maximum number of prepared statements per connection. */
const NAMES_MAX = 500;
const names = new Map<string, string>();

/** Gives a statement a name, so that each connection prepares it once. There are few distinct statement texts. */
function named(text: string): { readonly name?: string; readonly text: string } {
  let name = names.get(text);
  if (name === undefined && names.size < NAMES_MAX) names.set(text, (name = `r${names.size}`));
  return name === undefined ? { text } : { name, text };
}

/** True if a connection can no longer be used after an error: its prepared statements refer to tables that changed. */
const isUnusable = ({ message }: Error): boolean =>
  /cached plan must not change result type|prepared statement .* does not exist/.test(message);

/**
 * Additional time to wait for a response after the statement timeout, which the server enforces, in ms. Only servers
 * that no longer respond take longer.
 */
const NOTICE_LATE_MS = 1000;

/** Sends all statements of the current tick as one packet. */
function corkUntilNextTick({ connection, pipeline }: PoolClient): void {
  const stream = connection?.stream;
  if (!pipeline || !stream) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Wraps the `query` method of a connection. Statements with parameters get names; statements of the ORM have no
 * parameters, because it inlines values, so their texts rarely recur. Statements are observed. A connection that has
 * become unusable, or whose server has not responded in time, is closed, so that the pool does not reuse it. The time
 * starts again with each response, because statements are pipelined, and the server executes one after another.
 */
function wrapQuery(client: PoolClient, { run }: StatementWatcher, timeoutMs: number): void {
  let sent = 0;
  let last: Promise<unknown> | undefined;
  const close = (): void => void client.connection?.stream?.destroy();
  const timeout = setTimeout(() => {
    if (sent > 0) close();
  }, timeoutMs + NOTICE_LATE_MS).unref();
  client.on('end', () => clearTimeout(timeout));
  const isSent = (): void => {
    if (sent++ === 0) timeout.refresh();
  };
  const isAnswered = (): void => {
    sent--;
    timeout.refresh();
  };
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    corkUntilNextTick(client);
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      // Such statements come from the pool, whose caller observes them.
      isSent();
      return query(...given.slice(0, -1), (...answer: unknown[]) => {
        isAnswered();
        callback(...answer);
      });
    }
    const [text, values] = given;
    const hasValues = given.length === 2 && Array.isArray(values) && values.length > 0;
    const send = async (): Promise<unknown> => {
      isSent();
      try {
        return await (typeof text === 'string' && hasValues ? query({ ...named(text), values }) : query(...given));
      } catch (error) {
        if (isUnusable(error as Error)) close();
        throw error;
      } finally {
        isAnswered();
      }
    };
    last = typeof text === 'string' ? run(text, send, sent > 0 ? last : undefined) : send();
    return last;
  }) as typeof client.query;
}

/** The type id of `text[]`. */
const TEXTS = 1009;

interface Types {
  getTypeParser(oid: number, format?: string): (value: string) => unknown;
}

/** The type parsers of the ORM, with a shortcut for empty text arrays, because most text arrays are empty. */
function typesOf(pool: object): Types {
  const { types } = (pool as { options: { types: Types } }).options;
  const texts = types.getTypeParser(TEXTS, 'text');
  const listOf = (value: string): unknown => (value === '{}' ? [] : texts(value));
  return {
    getTypeParser: (oid, format) => (oid === TEXTS && format !== 'binary' ? listOf : types.getTypeParser(oid, format)),
  };
}

/** Time in which the owner of a connection that ended usually releases it, in ms. */
const RELEASE_MS = 100;

/**
 * Releases a connection that has ended, so that the pool opens a new one. The query builder does not release it if
 * `begin` or `rollback` failed.
 */
function releaseWhenEnded(client: PoolClient): void {
  client.on('end', () => {
    setTimeout(() => {
      try {
        client.release(true);
        // Makes a later release by the owner do nothing.
        client.release = () => undefined;
      } catch {
        // The owner has already released the connection.
      }
    }, RELEASE_MS).unref();
  });
}

/** Migrates on a separate connection without a statement timeout. */
async function migrateServer(url: string, watcher: StatementWatcher): Promise<void> {
  const orm = await MikroORM.init({
    ...shared(watcher),
    clientUrl: url,
    pool: { min: 0, max: 2 },
    preferReadReplicas: false,
    driverOptions: { ...DRIVER, connectionTimeoutMillis: 30_000 },
  });
  try {
    const connection = orm.em.getConnection() as unknown as PostgreSqlConnection;
    const client = await (await connection.getNativeClient()).connect();
    try {
      // Makes processes that start at the same time migrate one after the other.
      await client.query('select pg_advisory_lock(7411960001)');
      await orm.migrator.up();
    } finally {
      await client.query('select pg_advisory_unlock(7411960001)').catch(() => undefined);
      client.release();
    }
  } finally {
    await orm.close(true);
  }
}

interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

const statesOf = (pool: string, { totalCount, idleCount, waitingCount }: PoolCounts) => [
  { pool, state: 'busy', count: totalCount - idleCount },
  { pool, state: 'idle', count: idleCount },
  { pool, state: 'waiting', count: waitingCount },
];

const driverOptionsOf = (timeoutMs: number) => ({
  ...DRIVER,
  connectionTimeoutMillis: Math.max(Math.min(5000, timeoutMs), timeoutMs / 3),
  statement_timeout: timeoutMs,
  lock_timeout: timeoutMs,
  idle_in_transaction_session_timeout: timeoutMs * 2,
});

/** Opens the ORM, whose pool of connections is for transactions. */
async function openWriters({ url, timeoutMs }: ServerLocation, max: number, watcher: StatementWatcher) {
  const orm = await MikroORM.init({
    ...shared(watcher),
    clientUrl: url,
    pool: { min: 0, max },
    preferReadReplicas: false,
    // Statements are sent without waiting for the responses to the preceding ones.
    driverOptions: { ...driverOptionsOf(timeoutMs), pipeline: true },
  });
  const connection = orm.em.getConnection() as unknown as PostgreSqlConnection;
  const pool = await connection.getNativeClient();
  const wrapped = new WeakSet<PoolClient>();
  // A connection is wrapped when it is first acquired, because the first one was opened before this listener was added.
  pool.on('acquire', (client: PoolClient) => {
    if (wrapped.has(client)) return;
    wrapped.add(client);
    wrapQuery(client, watcher, timeoutMs);
    releaseWhenEnded(client);
  });
  return { orm, pool };
}

/** Opens the pool for reads outside transactions. */
function openReaders(
  { url, timeoutMs }: ServerLocation,
  max: number,
  types: Types,
  watcher: StatementWatcher,
): pg.Pool {
  const pool = new pg.Pool({
    ...driverOptionsOf(timeoutMs),
    connectionString: url,
    max,
    types: types as CustomTypesConfig,
  });
  pool.on('connect', (client: PoolClient) => wrapQuery(client, watcher, timeoutMs)).on('error', () => undefined);
  return pool;
}

/** Runs the reads of a snapshot on one connection of the pool for reads, so that connections for writes stay free. */
async function readSnapshot<T>(pool: pg.Pool, work: (query: ReadSnapshot) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    const result = await work(
      async <Row extends object>(sql: string, parameters: readonly unknown[] = []) =>
        (await client.query(sql, parameters as unknown[])).rows as Row[],
    );
    await client.query('commit');
    return result;
  } catch (error) {
    failed = error as Error;
    throw error;
  } finally {
    // If `failed` is set, the pool closes the connection, because its transaction is still open.
    client.release(failed);
  }
}

/** Opens a database on a PostgreSQL server. */
export async function openServer(location: ServerLocation, watcher: StatementWatcher): Promise<OpenOrm> {
  const readers = Math.max(1, Math.ceil(location.poolSize * READERS_SHARE));
  const { orm, pool } = await openWriters(location, Math.max(1, location.poolSize - readers), watcher);
  const reading = openReaders(location, readers, typesOf(pool), watcher);
  return {
    embedded: false,
    em: orm.em as unknown as SqlEntityManager,
    run: (sql, parameters, asLists) =>
      watcher.run(sql, () =>
        reading.query({
          ...named(sql),
          values: parameters as unknown[],
          ...(asLists ? { rowMode: 'array' as const } : {}),
        }),
      ),
    snapshot: (work) => readSnapshot(reading, work),
    connections: () => [...statesOf('writers', pool), ...statesOf('readers', reading)],
    runQueue: async (sql, parameters) => {
      const result = await reading.query(sql, parameters as unknown[]);
      // A text with several statements returns an array of results.
      return { rows: [result].flat().flatMap(({ rows }) => rows as Record<string, unknown>[]) };
    },
    migrate: () => migrateServer(location.url, watcher),
    close: async () => {
      await reading.end();
      await orm.close(true);
    },
  };
}
