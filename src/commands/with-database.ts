import type { Database } from '../db/database.js';
import type { Settings } from '../settings.js';

/** Opens and migrates the settings' database, runs the work on it, and always closes it. */
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
