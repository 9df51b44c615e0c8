import 'reflect-metadata';
import type { Logger } from 'pino';
import { databaseAddress, openDatabase } from './db/open.js';
import { openLog } from './request/logging.js';
import { buildInfo } from './server/build-info.js';
import { startRegistry } from './server/registry.js';
import { serveAll } from './telemetry/open-metrics.js';
import { readSettings, type Settings } from './settings.js';
import { isWorker, runWorkers, reportReady } from './server/workers.js';

/**
 * Reports that the registry is ready, at any log level: as a record of the log, and on a terminal also as a line of
 * text.
 */
function announce(url: string, settings: Settings, log: Logger): void {
  const line = `Ready. REST: ${url}/nodes   GraphQL playground: ${url}/graphql   Documentation: ${url}/docs`;
  log.child({}, { level: 'info' }).info({ ...buildInfo(), url, database: databaseAddress(settings) }, line);
  if (process.stdout.isTTY) process.stdout.write(`${line}\n`);
}

/** Returns to the system the memory that only the start needed. Without `--expose-gc` (bin/node-flags.mjs) it stays. */
async function releaseMemory(): Promise<void> {
  await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

/** Starts the registry, and stops it in order at SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  const settings = readSettings();
  const log = openLog(settings.LOG_LEVEL);
  const ready = (url: string): void => announce(url, settings, log);
  if (settings.WORKERS > 1 && !isWorker()) {
    if (settings.METRICS_PORT !== undefined) await serveAll(settings);
    runWorkers(settings.WORKERS, log, ready);
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
  await releaseMemory();
  if (!stopping) (isWorker() ? reportReady : ready)(url);
}
