import { type DatabaseKind, openTestDatabase as openDatabase, type TestDatabase } from './worker.mjs';

export { createDatabase, openAgain, type TestDatabase } from './worker.mjs';

declare global {
  // The kind of database of this Jest project, set by its configuration.
  var DATABASE_KIND: DatabaseKind | undefined;
}

/** Opens a new database of the kind that this Jest project uses. */
export const openTestDatabase = (): Promise<TestDatabase> => openDatabase(globalThis.DATABASE_KIND);

/** Opens a new database on the PostgreSQL server. */
export const openOnServer = (): Promise<TestDatabase> => openDatabase('postgres');
