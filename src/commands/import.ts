import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { readCatalogueFolder } from '../import/catalogue-folder.js';
import { readSettings } from '../settings.js';
import { withDatabase } from './with-database.js';

interface Options {
  readonly report?: string;
}

/** `import`: loads a catalogue folder into the database. */
export function importCommand(): Command {
  return new Command('import')
    .description('load a catalogue folder: extension-list.json, core-node-map.json, repo-stats.json; safe to repeat')
    .argument('<dir>', 'the folder')
    .option('--report <file>', 'file for skipped entries and their reasons (default: import-report-TIME.ndjson)')
    .action(async (directory: string, { report }: Options) => {
      const folder = await readCatalogueFolder(directory);
      const file = report ?? `import-report-${new Date().toISOString().replace(/[:.]/g, '-')}.ndjson`;
      const began = Date.now();
      const [{ Revision }, { importCatalogue }, { Writer }] = await Promise.all([
        import('../catalogue/revision.js'),
        import('../import/import-catalogue.js'),
        import('../services/write.js'),
      ]);
      const settings = readSettings();
      const result = await withDatabase(settings, async (database) => {
        const revision = new Revision(database);
        await revision.start();
        const actor = { viewer: { kind: 'system', name: 'import' }, requestId: 'import', address: '' } as const;
        const writer = new Writer(database, revision, settings);
        const progress = (done: number, all: number): void => void process.stderr.write(`imported ${done} of ${all}\n`);
        return importCatalogue(database, writer, actor, folder, progress, settings.HOST_NODE_ID);
      });
      const lines = [...result.skipped, ...result.unused].map((line) => JSON.stringify(line));
      await writeFile(file, lines.map((line) => `${line}\n`).join(''));
      const { read, created, updated, unchanged, skipped, unused } = result;
      process.stdout.write(
        `read ${read}, created ${created}, updated ${updated}, unchanged ${unchanged}, skipped ${skipped.length} in ${((Date.now() - began) / 1000).toFixed(1)} s\n`,
      );
      if (created + updated === 0) process.stdout.write('Nothing changed: the database is up to date.\n');
      process.stdout.write(
        `Skipped entries with their reasons, and ${unused.length} unused items of the core-node map and the statistics: ${file}\n`,
      );
    });
}
