import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import type { Database } from '../../src/db/database.js';
import type { RunningRegistry } from '../../src/server/registry.js';
import type { Services } from '../../src/server/services.js';
import type { Settings } from '../../src/settings.js';
import { Conformance, type OpenApi } from './conformance.js';
import { openAgain, openTestDatabase } from './database.js';
import { sendHttp } from './http.js';
import { isComparing, launchRegistry, type LaunchedRegistry, sharedRegistry, type TestDatabase } from './worker.mjs';
import { until } from './until.js';

/** A request of a test. */
export interface Call {
  /** A bearer credential; `undefined` for an anonymous caller. */
  readonly as?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** A body that is sent unchanged, instead of `body`. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

/** The response. `body` is the parsed JSON, `undefined` if there is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests read bodies without types.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** A registry for one test file: the real application with a real database, called over HTTP. */
export interface TestRegistry {
  readonly url: string;
  readonly database: Database;
  readonly testDatabase: TestDatabase;
  readonly services: Services;
  readonly settings: Settings;
  readonly metricsUrl: string | undefined;
  readonly caches: RunningRegistry['caches'];
  /** All lines of the log, unparsed. */
  readonly log: string[];
  /** Returns a token of the built-in issuer for a user. Equal names are the same user. */
  readonly signIn: (
    user: string,
    claims?: { email?: string; name?: string; admin?: boolean; ttlSeconds?: number },
  ) => Promise<string>;
  /** Sends a request to REST. Responses of documented endpoints are checked against the OpenAPI document. */
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  readonly conformance: Conformance;
  /** Executes a GraphQL operation. @returns `data` and `errors` of the response */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly graph: (query: string, variables?: object, call?: Call) => Promise<any>;
  /** Returns the SQL statements that the work runs. */
  readonly statements: (work: () => Promise<unknown>) => Promise<string[]>;
  /** Waits until no background job is running or due. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function send(url: string, method: string, path: string, { as, body, raw, headers }: Call = {}): Promise<Answer> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await sendHttp(
    url + path,
    method,
    {
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...headers,
    },
    sent,
  );
  const isJson = (answer.headers.get('content-type') ?? '').includes('json') && answer.text !== '';
  return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined };
}

/** Waits until no background job is running or due, in any process that uses this database. */
async function idle({ services, testDatabase }: LaunchedRegistry): Promise<void> {
  await services.webhookJobs.announced();
  const due = `select 1 from jobs.job where state = 'active' or (state in ('created', 'retry') and start_after <= now() and name not like '%.dead') limit 1`;
  await until(async () => (await testDatabase.database.jobRunner.executeSql(due)).rows.length === 0);
}

/**
 * Starts a registry without demo data, for one test file.
 * @param variables settings in addition to those of all tests
 * @param testDatabase the database to use; defaults to a new one
 */
export async function startTestRegistry(
  variables: Record<string, string> = {},
  testDatabase?: TestDatabase,
): Promise<TestRegistry> {
  const launched = await launchRegistry(testDatabase ?? (await openTestDatabase()), variables);
  return testRegistry(launched, () => launched.close());
}

/** Starts a registry without caches on the database of another registry, as the reference for its cached responses. */
export async function startUncachedRegistry({ testDatabase }: TestRegistry): Promise<TestRegistry> {
  const { url } = testDatabase;
  const database = url === undefined ? { ...testDatabase, close: async () => undefined } : await openAgain(url);
  return startTestRegistry({ CACHE_MEGABYTES: '0' }, database);
}

/**
 * Returns a registry with default settings that is shared with other test files. Their data remains in it: use unique
 * names, and count only rows that your test created.
 */
export async function sharedTestRegistry(): Promise<TestRegistry> {
  const launched = await sharedRegistry(globalThis.DATABASE_KIND);
  await idle(launched);
  return testRegistry(launched, async () => undefined);
}

async function testRegistry(launched: LaunchedRegistry, close: () => Promise<void>): Promise<TestRegistry> {
  const { url, services, settings, testDatabase, metricsUrl, caches } = launched;
  const { database } = testDatabase;
  const conformance = new Conformance((await send(url, 'GET', '/openapi.json')).body as OpenApi);
  const log: string[] = [];
  launched.logs.add(log);
  return {
    conformance,
    url,
    database,
    testDatabase,
    services,
    settings,
    metricsUrl,
    caches,
    log,
    signIn: (user, { email, name, admin = false, ttlSeconds = 3600 } = {}) =>
      BuiltInIssuer.open(settings).issue({ user, email, name, admin, ttlSeconds }),
    call: async (method, path, call) => {
      const answer = await send(url, method, path, call);
      if (answer.status !== 304) conformance.check(method, path, answer.status, answer.body);
      return answer;
    },
    graph: async (query, variables, call = {}) =>
      (await send(url, 'POST', '/graphql', { ...call, body: { query, variables } })).body,
    statements: async (work) => {
      const seen: string[] = [];
      // Polling for the writes of other processes is not part of the work.
      database.onStatement = (sql) =>
        void (
          isComparing() ||
          sql.startsWith('select id::float8 as id, kind, subject_id, node_id from changes where id >') ||
          seen.push(sql)
        );
      try {
        await work();
      } finally {
        database.onStatement = undefined;
      }
      return seen;
    },
    idle: () => idle(launched),
    close: async () => {
      launched.logs.delete(log);
      await close();
    },
  };
}
