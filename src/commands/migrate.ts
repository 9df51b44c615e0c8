import { Command } from 'commander';
import { readSettings } from '../settings.js';
import { withDatabase } from './with-database.js';

/** `migrate`: brings the database's schema up to this build's. */
export function migrateCommand(): Command {
  return new Command('migrate').description('bring the database’s schema up to this build’s').action(async () => {
    await withDatabase(readSettings(), async () => undefined);
    process.stdout.write('The database is migrated.\n');
  });
}
