import { type DatabaseKind, openTestDatabase as openDatabase, type TestDatabase } from './worker.mjs';

export { createDatabase, openAgain, type TestDatabase } from './worker.mjs';

declare global {
  // Set by the Jest configuration: which database this project's tests run on.
  var DATABASE_KIND: DatabaseKind | undefined;
}

/** Opens a database of its own for a test file, of the kind that its project is for. */
export const openTestDatabase = (): Promise<TestDatabase> => openDatabase(globalThis.DATABASE_KIND);

/** Opens a database of its own on the PostgreSQL server. */
export const openOnServer = (): Promise<TestDatabase> => openDatabase('postgres');
