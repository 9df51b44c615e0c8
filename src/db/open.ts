import { join } from 'node:path';
import type { Settings } from '../settings.js';
import { lockDataDirectory } from './data-directory.js';
import { Database } from './database.js';

/** A database, and a function that closes it and releases its lock. */
export interface OpenDatabase {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

/**
 * Opens the database of the settings: a PostgreSQL server if DATABASE_URL is set, otherwise the embedded database in
 * DATA_DIR, which this process then locks.
 */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  if (settings.DATABASE_URL) {
    const database = await Database.server({
      url: settings.DATABASE_URL.revealSecret(),
      poolSize: settings.DATABASE_POOL_SIZE,
      timeoutMs: settings.DATABASE_TIMEOUT_SECONDS * 1000,
    }).catch((error: Error) => {
      throw new Error(`DATABASE_URL: can’t connect to the PostgreSQL server (${error.message}).`, {
        cause: error,
      });
    });
    return { database, close: () => database.close() };
  }
  const unlock = await lockDataDirectory(settings.DATA_DIR);
  try {
    const database = await Database.embedded({ directory: join(settings.DATA_DIR, 'database') });
    return {
      database,
      close: async () => {
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
