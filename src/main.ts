import 'reflect-metadata';
import { openDatabase } from './db/open.js';
import { openLog } from './logging.js';
import { startRegistry } from './registry.js';
import { readSettings } from './settings.js';

/** Starts the registry and keeps it running until it is told to stop. */
export async function main(): Promise<void> {
  const settings = readSettings();
  const log = openLog(settings.LOG_LEVEL);
  const registry = await startRegistry(settings, await openDatabase(settings), log);
  process.stdout.write(`Ready. REST: ${registry.url}/nodes   GraphQL playground: ${registry.url}/graphql   Documentation: ${registry.url}/docs\n`);

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    registry.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}
