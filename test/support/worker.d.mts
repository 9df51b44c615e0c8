import type { Database } from '../../src/db/database.js';
import type { GraphContext } from '../../src/graphql/context.js';
import type { RunningRegistry } from '../../src/server/registry.js';
import type { Services } from '../../src/server/services.js';
import type { Settings } from '../../src/settings.js';

/** Which database a project's tests run on. */
export type DatabaseKind = 'embedded' | 'postgres';

/** A migrated database. */
export interface TestDatabase {
  readonly database: Database;
  readonly kind: DatabaseKind;
  /** The address of the server's database, to reach it from a second process. */
  readonly url: string | undefined;
  readonly close: () => Promise<void>;
}

/** A registry in this process. */
export interface LaunchedRegistry extends RunningRegistry {
  readonly settings: Settings;
  readonly testDatabase: TestDatabase;
  /** Each of these gets all further lines of the log. */
  readonly logs: Set<string[]>;
}

/** Creates a database on a server: an empty one, or a copy of another. @returns its address, and what drops it */
export function createDatabase(server?: string, template?: string): Promise<{ url: string; drop: () => Promise<void> }>;

/** Opens a server's database once more, as another process does. */
export function openAgain(url: string, options?: { poolSize?: number; timeoutMs?: number }): Promise<TestDatabase>;

/** Opens a new database of a kind. */
export function openTestDatabase(kind: DatabaseKind | undefined): Promise<TestDatabase>;

/** Starts a registry without demo data. Its `close` closes the database, too. */
export function launchRegistry(
  testDatabase: TestDatabase,
  variables?: Record<string, string>,
): Promise<LaunchedRegistry>;

/** The registry with default settings that this worker's files share. */
export function sharedRegistry(kind: DatabaseKind | undefined): Promise<LaunchedRegistry>;

/** The context of a GraphQL request without a credential and without limits. */
export function anonymousContext(services: Services): GraphContext;

/** True in work that only the comparison with graphql-js does (differential.mjs); tests don't count its statements. */
export function isComparing(): boolean;
