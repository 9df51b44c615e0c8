import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type App, buildApp } from './app.js';
import { buildInfo } from './build-info.js';
import { openIdentities } from '../auth/identity-provider.js';
import { privateKeyOf } from '../auth/key-file.js';
import { Callbacks } from '../clients/callbacks.js';
import { HttpRepositoryHost } from '../clients/repository-host.js';
import { SandboxVideo } from '../clients/sandbox-video.js';
import { PacedVideoProvider } from '../clients/paced-video.js';
import { UpstreamVideo } from '../clients/upstream-video.js';
import type { VideoProvider } from '../clients/video-provider.js';
import { openServer } from './connections.js';
import { loadDemo } from '../demo/demo.js';
import type { OpenDatabase } from '../db/open.js';
import type { Database } from '../db/database.js';
import { openLimits } from '../limits/open-limits.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { openDocuments } from './mount-graph.js';
import { Drain } from './drain.js';
import { buildServices, openIncoming, type Outside, type Services } from './services.js';
import type { Settings } from '../settings.js';
import type { Metrics } from '../telemetry/metrics.js';
import { observeStatements } from '../telemetry/statements.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import { openMetrics, serveOwn } from '../telemetry/open-metrics.js';
import { openTracing } from '../telemetry/tracing.js';
import { isWorker } from './workers.js';
import { openArchiveStore } from '../storage/open-store.js';

/** A running registry. */
export interface RunningRegistry {
  /** URL of the registry for callers on this machine. */
  readonly url: string;
  readonly services: Services;
  /** Size and use of each cache. */
  readonly caches: App['caches'];
  /** URL of the metrics, if this process serves them. */
  readonly metricsUrl: string | undefined;
  /** Shuts the registry down gracefully and closes the database. */
  readonly close: () => Promise<void>;
}

type MetricsServer = Awaited<ReturnType<typeof serveOwn>>;

/** Creates the clients of external systems from the settings. */
async function outsideOf(settings: Settings, log: Logger): Promise<Outside> {
  const sandbox = new SandboxVideo(settings.PUBLIC_URL, settings.VIDEO_SANDBOX_STEP_MS);
  const upstream =
    settings.VIDEO_UPSTREAM_URL && settings.VIDEO_API_KEY
      ? new PacedVideoProvider(
          new UpstreamVideo(settings.VIDEO_UPSTREAM_URL, settings.VIDEO_API_KEY, settings.VIDEO_TIMEOUT_MS),
          settings.VIDEO_POLL_INTERVAL_MS,
        )
      : undefined;
  const videoProvider: VideoProvider = upstream ?? sandbox;
  return {
    ...openIdentities(settings),
    repositoryHost: new HttpRepositoryHost(settings.REPO_HOST_API_URL, settings.REPO_HOST_TIMEOUT_MS),
    archiveStore: await openArchiveStore(settings),
    callbacks: new Callbacks(
      privateKeyOf('WEBHOOK_SIGNING_KEY', settings.WEBHOOK_SIGNING_KEY, join(settings.DATA_DIR, 'webhook-key.pem')),
      settings.CALLBACK_EXEMPT_HOSTS,
    ),
    onBackgroundError: (error) => log.error({ err: error }, 'A background task failed.'),
    videoProvider,
    videoProviders: { sandbox, ...(upstream ? { upstream } : {}) },
  };
}

/** Translates an error of `listen` into one that names the setting to change. */
function cannotListen(error: NodeJS.ErrnoException, { HOST, PORT }: Settings): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(`PORT ${PORT} is in use on ${HOST}.`);
    case 'EACCES':
      return new Error(`This user is not allowed to listen on PORT ${PORT}.`);
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new Error(`HOST ${HOST} is not an address of this machine.`);
    default:
      return error;
  }
}

async function listen(server: Server, settings: Settings): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, settings)));
    server.listen(settings.PORT, settings.HOST, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
  const { port, family, address } = server.address() as AddressInfo;
  const host =
    address === '0.0.0.0' || address === '::' || address === '127.0.0.1'
      ? 'localhost'
      : family === 'IPv6'
        ? `[${address}]`
        : address;
  return `http://${host}:${port}`;
}

/** Starts a registry on an open database: migrates the database, loads the demo data if enabled, and listens. */
export async function startRegistry(settings: Settings, open: OpenDatabase, log: Logger): Promise<RunningRegistry> {
  try {
    return await startOn(settings, open, log);
  } catch (error) {
    await open.close();
    throw error;
  }
}

async function startOn(settings: Settings, open: OpenDatabase, log: Logger): Promise<RunningRegistry> {
  const { database } = open;
  const telemetry = await openTelemetry(settings, database, log);
  const documents = openDocuments(settings);
  await database.migrate();
  const outside = await outsideOf(settings, log);
  const services = await buildServices(database, settings, outside);
  await prepareEmbedded(database, settings, services, outside);
  // Not awaited here: reading the catalogue takes time, mostly in the database, and the app can be built meanwhile.
  const catalogueIsRead = services.catalogue.start();
  catalogueIsRead.catch(() => undefined);
  const limits = await openLimits(settings, database, outside.onBackgroundError, () => telemetry.metrics?.refusal());
  limits.start();
  const drain = new Drain();
  const app = await buildApp({
    settings,
    database,
    services,
    catalogueIsRead,
    limits,
    documents,
    telemetry,
    log,
    build: buildInfo().build,
    webhookKeys: outside.callbacks.keys,
    isStopping: () => drain.isStopping,
  });
  const server = openServer(drain.listener(app.listener), settings, log);
  drain.watch(server);
  await services.jobs.start();
  services.webhookJobs.start();
  services.retentionJobs.start();
  const metricsServer = await startMetrics(settings, telemetry.metrics, { app, database, services });
  const url = await listen(server, settings).catch(async (error: unknown) => {
    await services.webhookJobs.stop();
    await services.retentionJobs.stop();
    await services.jobs.stop();
    throw error;
  });
  return {
    url,
    services,
    caches: app.caches,
    metricsUrl: metricsServer?.url,
    close: () => stop({ settings, open, outside, services, limits, app, drain, server, metricsServer, telemetry, log }),
  };
}

async function openTelemetry(settings: Settings, database: Database, log: Logger): Promise<Telemetry> {
  const telemetry = {
    metrics: openMetrics(settings, isWorker()),
    tracing: await openTracing(settings),
    resolverSampleRate: settings.TRACE_RESOLVERS,
  };
  database.observe = observeStatements({ ...telemetry, slowMs: settings.SLOW_QUERY_MS, log });
  return telemetry;
}

/** Loads the demo data into the embedded database if enabled, and gathers statistics for the query planner once. */
async function prepareEmbedded(
  database: Database,
  settings: Settings,
  { writer }: Services,
  { archiveStore }: Outside,
): Promise<void> {
  if (!database.isEmbedded) return;
  if (settings.DEMO) await loadDemo(database, writer, archiveStore, await openIncoming(settings));
  if (!(await database.isAnalyzed())) await database.analyze();
}

/** Registers the gauges, and serves the metrics. In a worker, the primary process serves them instead. */
async function startMetrics(
  settings: Settings,
  metrics: Metrics | undefined,
  { app, database, services }: { readonly app: App; readonly database: Database; readonly services: Services },
): Promise<MetricsServer | undefined> {
  metrics?.watch({
    caches: app.caches,
    answers: app.answers,
    connections: () => database.connections,
    jobs: () => services.jobs.counts(),
    revision: () => services.catalogue.revision.current,
  });
  return metrics && !isWorker() ? serveOwn(settings, metrics) : undefined;
}

/** The parts of a running registry that must be stopped. */
interface RunningParts {
  readonly settings: Settings;
  readonly open: OpenDatabase;
  readonly outside: Outside;
  readonly services: Services;
  readonly limits: RateLimits;
  readonly app: App;
  readonly drain: Drain;
  readonly server: Server;
  readonly metricsServer: MetricsServer | undefined;
  readonly telemetry: Telemetry;
  readonly log: Logger;
}

/** Stops all parts in the order of dependencies: the HTTP server and background jobs first, the database last. */
async function stop(parts: RunningParts): Promise<void> {
  const { settings, services, log } = parts;
  services.versionWaits.stop();
  services.eventStreams.stop();
  const drained = parts.drain.end(parts.server, {
    delaySeconds: settings.SHUTDOWN_DELAY_SECONDS,
    timeoutSeconds: settings.SHUTDOWN_TIMEOUT,
  });
  // Jobs that are enqueued from now on run in another process, or after the next start.
  await Promise.all([drained, services.webhookJobs.stop(), services.retentionJobs.stop(), services.jobs.rest()]);
  await parts.app.close();
  services.idempotency.stop();
  await parts.limits.stop();
  await parts.metricsServer?.close();
  await services.jobs.stop();
  await services.downloads
    .flush()
    .catch((error: unknown) =>
      log.error({ err: error }, 'The download counts since the last flush could not be stored and are lost.'),
    );
  services.catalogue.revision.stop();
  parts.outside.archiveStore.close();
  await parts.open.close();
  await parts.telemetry.tracing
    ?.stop()
    .catch((error: unknown) => log.warn({ err: error }, 'The last traces could not be exported and are lost.'));
}
