import 'reflect-metadata';
import { openDatabase } from './db/open.js';
import { openLog } from './request/logging.js';
import { startRegistry } from './server/registry.js';
import { serveAll } from './telemetry/open-metrics.js';
import { readSettings } from './settings.js';
import { isWorker, runWorkers, tellReady } from './server/workers.js';

/** Starts the registry, and stops it in order at SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  const settings = readSettings();
  const log = openLog(settings.LOG_LEVEL);
  const announce = (url: string): void =>
    void process.stdout.write(
      `Ready. REST: ${url}/nodes   GraphQL playground: ${url}/graphql   Documentation: ${url}/docs\n`,
    );
  if (settings.WORKERS > 1 && !isWorker()) {
    if (settings.METRICS_PORT !== undefined) await serveAll(settings);
    runWorkers(settings.WORKERS, log, announce);
    return;
  }
  const starting = openDatabase(settings).then((open) => startRegistry(settings, open, log));

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    // A start is not interrupted: a migration that ends is better than one that is cut off.
    starting
      .then((registry) => registry.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, 'The registry could not stop in order.');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);

  const { url } = await starting;
  if (!stopping) (isWorker() ? tellReady : announce)(url);
}
