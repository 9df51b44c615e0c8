import { Command } from 'commander';
import { readSettings } from '../settings.js';
import { withDatabase } from './with-database.js';

/** `migrate`: migrates the database's schema to this build. */
export function migrateCommand(): Command {
  return new Command('migrate').description('migrate the database’s schema to this build').action(async () => {
    await withDatabase(readSettings(), async () => undefined);
    process.stdout.write('The database is migrated.\n');
  });
}
