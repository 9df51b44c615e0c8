import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import type { Database } from '../../src/db/database.js';
import type { RunningRegistry } from '../../src/server/registry.js';
import type { Services } from '../../src/server/services.js';
import type { Settings } from '../../src/settings.js';
import { Conformance, type OpenApi } from './conformance.js';
import { openAgain, openTestDatabase } from './database.js';
import { isComparing, launchRegistry, type LaunchedRegistry, sharedRegistry, type TestDatabase } from './worker.mjs';
import { until } from './until.js';

/** A request of a test. */
export interface Call {
  /** A bearer credential; none for an anonymous caller. */
  readonly as?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it stands, instead of `body`. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

/** The response. `body` is the parsed JSON, undefined where there was none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests look into answers freely; each says what it expects there.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** A registry of a test file: the real application on a real database, called over HTTP. */
export interface TestRegistry {
  readonly url: string;
  readonly database: Database;
  readonly testDatabase: TestDatabase;
  readonly services: Services;
  readonly settings: Settings;
  readonly metricsUrl: string | undefined;
  readonly caches: RunningRegistry['caches'];
  /** All lines of the log, as they were written. */
  readonly log: string[];
  /** A token of the built-in issuer for a person; the same name is the same person. */
  readonly signIn: (
    user: string,
    claims?: { email?: string; name?: string; admin?: boolean; ttlSeconds?: number },
  ) => Promise<string>;
  /** Every answer of a documented endpoint is checked against the OpenAPI document on its way. */
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  readonly conformance: Conformance;
  /** Runs a GraphQL operation. @returns the answer's `{data, errors}` */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly graph: (query: string, variables?: object, call?: Call) => Promise<any>;
  /** The statements that the work ran, as texts. */
  readonly statements: (work: () => Promise<unknown>) => Promise<string[]>;
  /** Waits until no job is being done or due. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function send(url: string, method: string, path: string, { as, body, raw, headers }: Call = {}): Promise<Answer> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Waits until no job is being done or due, on any process of this database. */
async function idle({ services, testDatabase }: LaunchedRegistry): Promise<void> {
  await services.webhookJobs.announced();
  const due = `select 1 from jobs.job where state = 'active' or (state in ('created', 'retry') and start_after <= now() and name not like '%.dead') limit 1`;
  await until(async () => (await testDatabase.database.jobRunner.executeSql(due)).rows.length === 0);
}

/**
 * Starts a registry without demo data, for one test file alone.
 * @param variables settings, besides the tests' own
 * @param testDatabase the database it runs on; defaults to a new one
 */
export async function startTestRegistry(
  variables: Record<string, string> = {},
  testDatabase?: TestDatabase,
): Promise<TestRegistry> {
  const launched = await launchRegistry(testDatabase ?? (await openTestDatabase()), variables);
  return testRegistry(launched, () => launched.close());
}

/** Starts a registry without caches on the database of another one: the reference for what that one caches. */
export async function startUncachedRegistry({ testDatabase }: TestRegistry): Promise<TestRegistry> {
  const { url } = testDatabase;
  const database = url === undefined ? { ...testDatabase, close: async () => undefined } : await openAgain(url);
  return startTestRegistry({ CACHE_MEGABYTES: '0' }, database);
}

/**
 * A registry with default settings that other test files use, too, before and after this one. Its data stays: use
 * unique names, and count only what is your own.
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
      // The look for other processes' writes belongs to no request.
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
