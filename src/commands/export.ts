import { Command } from 'commander';
import { sourcesShown } from '../services/community-translations.js';
import { readSettings } from '../settings.js';
import { withExistingDatabase } from './with-database.js';

/** `export`: writes the public catalogue to a file. */
export function exportCommand(): Command {
  return new Command('export')
    .description('write the whole public catalogue as one gzip file of JSON lines')
    .argument('<file>', 'the file, such as snapshot.ndjson.gz')
    .action(async (file: string) => {
      const settings = readSettings();
      const [{ SnapshotReader }, { writeSnapshot }] = await Promise.all([
        import('../catalogue/snapshot-reader.js'),
        import('../rest/snapshot.js'),
      ]);
      const { lines, revision } = await withExistingDatabase(settings, async (database) => {
        const [row] = await database.query<{ id: string }>(`select value as id from meta where name = 'database_id'`);
        return writeSnapshot(
          (work) =>
            database.snapshot((runner) =>
              work(new SnapshotReader(runner, settings.PUBLIC_URL, sourcesShown(settings))),
            ),
          row!.id,
          file,
        );
      });
      process.stdout.write(`${lines} lines of revision ${revision} in ${file}\n`);
    });
}
