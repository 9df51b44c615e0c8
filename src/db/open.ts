import { join } from 'node:path';
import { messageOf } from '../errors/message-of.js';
import type { Settings } from '../settings.js';
import { lockDataDirectory } from './data-directory.js';
import { Database } from './database.js';

/** The kind and the address of a database, without its credentials. */
export interface DatabaseAddress {
  readonly kind: 'embedded' | 'postgresql';
  /** The folder of an embedded database; otherwise the host, port and name. */
  readonly address: string;
}

/** Returns the kind and the address of the database that the settings configure. */
export function databaseAddress({ DATABASE_URL, DATA_DIR }: Settings): DatabaseAddress {
  if (!DATABASE_URL) return { kind: 'embedded', address: join(DATA_DIR, 'database') };
  const { host, pathname } = new URL(DATABASE_URL.revealSecret());
  return { kind: 'postgresql', address: host + pathname };
}

/** An open database, and a function that closes it and releases the lock of the data directory. */
export interface OpenDatabase {
  readonly database: Database;
  readonly close: () => Promise<void>;
}

/**
 * Opens the database that the settings configure: a PostgreSQL server if DATABASE_URL is set; otherwise the embedded
 * database, after locking DATA_DIR.
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
    const { address } = databaseAddress(settings);
    const database = await Database.embedded({ directory: address }).catch((error: unknown) => {
      throw new Error(`The embedded database in ${address} can’t be opened: ${messageOf(error)}.`, { cause: error });
    });
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
