import type { Duplex } from 'node:stream';
import { MikroORM, type PostgreSqlConnection, type SqlEntityManager } from '@mikro-orm/postgresql';
import pg, { type CustomTypesConfig, type PoolClient as DriverClient } from 'pg';
import { type OpenOrm, shared, type StatementWatcher } from './orm.js';

/** A connection of the pool, with what its types leave out. */
type PoolClient = DriverClient & { readonly pipeline?: boolean; readonly connection?: { readonly stream?: Duplex } };

/** How a PostgreSQL server is reached. */
export interface ServerLocation {
  readonly url: string;
  readonly poolSize: number;
  /** How long anything may take: a connection, a lock, a statement, an answer. */
  readonly timeoutMs: number;
}

const DRIVER = { options: '-c timezone=UTC', application_name: 'extension-registry', keepAlive: true };

/** The part of the connections that is for reads outside transactions, so that they never wait for writers to end. */
const READERS_SHARE = 0.6;

const NAMES_MAX = 500;
const names = new Map<string, string>();

/** Named statements are planned once a connection; names are given to the texts of the code, which are few. */
function named(text: string): { readonly name?: string; readonly text: string } {
  let name = names.get(text);
  if (name === undefined && names.size < NAMES_MAX) names.set(text, (name = `r${names.size}`));
  return name === undefined ? { text } : { name, text };
}

/**
 * Whether a connection is of no use any more: it does not answer, or what it has planned is about tables that have
 * changed since.
 */
const isSpoilt = ({ message }: Error): boolean =>
  message === 'Query read timeout' ||
  /cached plan must not change result type|prepared statement .* does not exist/.test(message);

/** How long after the server itself should have given up a statement its answer is waited for, in ms. */
const NOTICE_LATE_MS = 1000;

/** Sends what is asked for in one go as one packet. */
function hold({ connection, pipeline }: PoolClient): void {
  const stream = connection?.stream;
  if (!pipeline || !stream) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Has statements named that have places for their values (the ORM writes values into the text, so none of its own comes
 * twice), and ends a connection that is spoilt: others would be given it. */
function tend(client: PoolClient, { run }: StatementWatcher, timeoutMs: number): void {
  let sent = 0;
  let last: Promise<unknown> | undefined;
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const [text, values] = given;
    const isText = typeof text === 'string';
    hold(client);
    // Each of those that wait behind each other on the server may take its time there.
    const query_timeout = (sent + 1) * timeoutMs + NOTICE_LATE_MS;
    const hasValues = Array.isArray(values) && values.length > 0;
    const send = (): unknown =>
      isText && (given.length === 1 || Array.isArray(values)) && given.length <= 2
        ? query({ ...(hasValues ? { ...named(text), values } : { text }), query_timeout })
        : query(...given);
    // What is told by calling back is watched by whoever asked for it.
    const result =
      isText && typeof given.at(-1) !== 'function'
        ? run(text, () => send() as Promise<unknown>, sent > 0 ? last : undefined)
        : send();
    if (result instanceof Promise) {
      sent++;
      last = result;
      result
        .finally(() => sent--)
        .catch((error: Error) => (isSpoilt(error) ? client.connection?.stream?.destroy() : undefined));
    }
    return result;
  }) as typeof client.query;
}

const TEXTS = 1009;

interface Types {
  getTypeParser(oid: number, format?: string): (value: string) => unknown;
}

/** The ORM's types; most lists are empty, and need no parser. */
function typesOf(pool: object): Types {
  const { types } = (pool as { options: { types: Types } }).options;
  const texts = types.getTypeParser(TEXTS, 'text');
  const listOf = (value: string): unknown => (value === '{}' ? [] : texts(value));
  return {
    getTypeParser: (oid, format) => (oid === TEXTS && format !== 'binary' ? listOf : types.getTypeParser(oid, format)),
  };
}

/** How long whoever has a connection may take to notice that it ended. */
const NOTICE_MS = 100;

/**
 * Gives the place of a connection that ended back to the pool: the query builder never does where a rollback or a
 * beginning failed.
 */
function giveBackWhenEnded(client: PoolClient): void {
  client.on('end', () => {
    setTimeout(() => {
      try {
        client.release(true);
        // Whoever notices later has nothing to give back.
        client.release = () => undefined;
      } catch {
        // It was given back.
      }
    }, NOTICE_MS).unref();
  });
}

/** Migrates on a connection of its own, where a statement may take as long as it takes. */
async function migrateServer(url: string, watcher: StatementWatcher): Promise<void> {
  const orm = await MikroORM.init({
    ...shared(watcher),
    clientUrl: url,
    pool: { min: 0, max: 2 },
    preferReadReplicas: false,
    driverOptions: { ...DRIVER, connectionTimeoutMillis: 5000 },
  });
  try {
    const connection = orm.em.getConnection() as unknown as PostgreSqlConnection;
    const client = await (await connection.getNativeClient()).connect();
    try {
      // Processes that start together migrate one after the other.
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
  connectionTimeoutMillis: Math.min(5000, timeoutMs),
  statement_timeout: timeoutMs,
  lock_timeout: timeoutMs,
  idle_in_transaction_session_timeout: timeoutMs * 2,
  // Longer than the timeouts that the server enforces, for a server that does not answer any more.
  query_timeout: timeoutMs + NOTICE_LATE_MS,
});

/** Opens the ORM, whose connections are for transactions. */
async function openWriters({ url, timeoutMs }: ServerLocation, max: number, watcher: StatementWatcher) {
  const orm = await MikroORM.init({
    ...shared(watcher),
    clientUrl: url,
    pool: { min: 0, max },
    preferReadReplicas: false,
    // Statements that are sent at once follow each other on the server without waiting for responses.
    driverOptions: { ...driverOptionsOf(timeoutMs), pipeline: true },
  });
  const connection = orm.em.getConnection() as unknown as PostgreSqlConnection;
  const pool = await connection.getNativeClient();
  const tended = new WeakSet<PoolClient>();
  // The first connection is opened before a listener could be added, so each is prepared when it is acquired.
  pool.on('acquire', (client: PoolClient) => {
    if (tended.has(client)) return;
    tended.add(client);
    tend(client, watcher, timeoutMs);
    giveBackWhenEnded(client);
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
  pool.on('connect', (client: PoolClient) => tend(client, watcher, timeoutMs)).on('error', () => undefined);
  return pool;
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
    connections: () => [...statesOf('writers', pool), ...statesOf('readers', reading)],
    runQueue: async (sql, parameters) => {
      const result = await reading.query(sql, parameters as unknown[]);
      // Several statements give several results.
      return { rows: [result].flat().flatMap(({ rows }) => rows as Record<string, unknown>[]) };
    },
    migrate: () => migrateServer(location.url, watcher),
    close: async () => {
      await reading.end();
      await orm.close(true);
    },
  };
}
