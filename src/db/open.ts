import { join } from 'node:path';
import type { Settings } from '../settings.js';
import { lockDataDirectory } from './data-directory.js';
import { Database } from './database.js';

/** A database with what else must be let go when it is closed. */
export interface OpenDatabase {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

/**
 * Opens the database that the settings name: a PostgreSQL server where DATABASE_URL is set, else the embedded one
 * in DATA_DIR, which this process then holds alone.
 */
export async function openDatabase(settings: Settings): Promise<OpenDatabase> {
  if (settings.DATABASE_URL) {
    const database = await Database.server({
      url: settings.DATABASE_URL.revealSecret(),
      poolSize: settings.DATABASE_POOL_SIZE,
      timeoutMs: settings.DATABASE_TIMEOUT_SECONDS * 1000,
    }).catch((error: Error) => {
      throw new Error(`DATABASE_URL: there is no connection to the PostgreSQL server (${error.message}).`, {
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
