import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { readSettings } from '../settings.js';
import { withDatabase } from './with-database.js';

/** `new-id`: gives a restored database a new id, which invalidates the cursors and ETags of the original database. */
export function newIdCommand(): Command {
  return new Command('new-id')
    .description(
      'after restoring a backup: give the database a new id, which invalidates all earlier cursors and ETags',
    )
    .action(async () => {
      await withDatabase(readSettings(), (database) =>
        database.transaction(
          async ({ query }) =>
            void (await query(`update meta set value = $1 where name = 'database_id'`, [randomUUID()])),
        ),
      );
      process.stdout.write('The database has a new id. Readers of its changes start from the beginning.\n');
    });
}
