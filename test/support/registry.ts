import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { BuiltInIssuer } from '../../src/auth/built-in-issuer.js';
import type { Database } from '../../src/db/database.js';
import { type RunningRegistry, startRegistry } from '../../src/registry.js';
import type { Services } from '../../src/services.js';
import { readSettings, type Settings } from '../../src/settings.js';
import { Conformance, type OpenApi } from './conformance.js';
import { openTestDatabase, type TestDatabase } from './database.js';

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

/** What came back. `body` is the parsed JSON, undefined where there was none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests look into answers freely; each says what it expects there.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** A registry for one test file: the real app on a database of its own, spoken to over HTTP. */
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

/**
 * Starts a registry without demo data; the variables are settings beside the tests' own.
 * @param testDatabase the database it stands on; one of its own where none is given
 */
export async function startTestRegistry(
  variables: Record<string, string> = {},
  testDatabase?: TestDatabase,
): Promise<TestRegistry> {
  return startOn(testDatabase ?? (await openTestDatabase()), variables);
}

async function startOn(testDatabase: TestDatabase, variables: Record<string, string>): Promise<TestRegistry> {
  const directory = mkdtempSync(join(tmpdir(), 'registry-data-'));
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: directory,
    DEMO: 'false',
    PUBLIC_URL: 'http://registry.test',
    RATE_LIMIT: 'off',
    ...variables,
  });
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
  const registry = await startRegistry(
    settings,
    { database: testDatabase.database, close: testDatabase.close },
    logger,
  );
  const { database } = testDatabase;
  const conformance = new Conformance((await send(registry.url, 'GET', '/openapi.json')).body as OpenApi);
  return {
    conformance,
    url: registry.url,
    database,
    testDatabase,
    services: registry.services,
    settings,
    metricsUrl: registry.metricsUrl,
    caches: registry.caches,
    log,
    signIn: (user, { email, name, admin = false, ttlSeconds = 3600 } = {}) =>
      BuiltInIssuer.open(settings).issue({ user, email, name, admin, ttlSeconds }),
    call: async (method, path, call) => {
      const answer = await send(registry.url, method, path, call);
      if (answer.status !== 304) conformance.check(method, path, answer.status, answer.body);
      return answer;
    },
    graph: async (query, variables, call = {}) =>
      (await send(registry.url, 'POST', '/graphql', { ...call, body: { query, variables } })).body,
    statements: async (work) => {
      const seen: string[] = [];
      // The look for other processes' writes belongs to no request.
      database.onStatement = (sql) =>
        void (
          sql.startsWith('select id::float8 as id, kind, subject_id, node_id from changes where id >') || seen.push(sql)
        );
      try {
        await work();
      } finally {
        database.onStatement = undefined;
      }
      return seen;
    },
    close: async () => {
      await registry.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
