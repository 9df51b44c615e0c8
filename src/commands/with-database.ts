import type { Database } from '../db/database.js';
import type { Settings } from '../settings.js';

/** Runs the work on the settings' database, brought up to this build's schema, and closes it whatever happens. */
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
