import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { readSettings } from '../settings.js';
import { withDatabase } from './with-database.js';

/** `new-id`: gives the database another id, so that nobody goes on from what a restored backup never saw. */
export function newIdCommand(): Command {
  return new Command('new-id')
    .description('after a backup was restored: end the cursors and ETags of what came after it')
    .action(async () => {
      await withDatabase(readSettings(), (database) =>
        database.transaction(
          async ({ query }) =>
            void (await query(`update meta set value = $1 where name = 'database_id'`, [randomUUID()])),
        ),
      );
      process.stdout.write('The database has a new id: readers of its changes begin anew.\n');
    });
}
