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
