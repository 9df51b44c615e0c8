import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../db/database.js';
import type { Settings } from '../settings.js';

/** Opens and migrates the database that the settings name, runs the work, and always closes the database. */
export async function withDatabase<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const { openDatabase } = await import('../db/open.js');
  const { database, close } = await openDatabase(settings);
  try {
    await database.migrate();
    return await work(database);
  } finally {
    await close();
  }
}

/**
 * Like `withDatabase`, for work that only reads: creates and migrates nothing.
 * @throws Error if there is no database, or if it does not have the schema of this build
 */
export async function withExistingDatabase<T>(
  settings: Settings,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { databaseAddress, openDatabase } = await import('../db/open.js');
  const { kind, address } = databaseAddress(settings);
  if (kind === 'embedded' && !existsSync(join(address, 'PG_VERSION')))
    throw new Error(`There is no database in ${address}.`);
  const { database, close } = await openDatabase(settings);
  try {
    if (!(await database.isMigrated()))
      throw new Error(`The database at ${address} does not have the schema of this build. Run: registry migrate`);
    return await work(database);
  } finally {
    await close();
  }
}
