import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import compression from 'compression';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { CacheStats } from './catalogue/cache-stats.js';
import { sharesOf } from './catalogue/shares.js';
import { SnapshotReader } from './catalogue/snapshot-reader.js';
import type { Database } from './db/database.js';
import { Edge } from './edge/edge.js';
import { idempotency } from './edge/idempotency.js';
import { GraphEdge } from './edge/graph-edge.js';
import { RestEdge } from './edge/rest-edge.js';
import { AppError } from './errors/app-error.js';
import { CompiledGraph } from './graphql/compiled-graph.js';
import { traceResolvers } from './graphql/observed.js';
import { buildGraph } from './graphql/schema.js';
import { Door, type Trust } from './limits/door.js';
import type { Allowance } from './limits/allowance.js';
import type { RateLimits } from './limits/rate-limits.js';
import { requestLog } from './logging.js';
import { pages } from './pages.js';
import type { Documents } from './graphql/documents.js';
import { mountGraph } from './mount-graph.js';
import { bodyError } from './rest/body.js';
import { sendError, toAppError } from './rest/errors.js';
import { tellAllowance } from './rest/handle.js';
import { openApiDocument } from './rest/openapi.js';
import { allEndpoints, postsOf, restRouter } from './rest/router.js';
import { Snapshots } from './rest/snapshot.js';
import { sandboxFiles } from './sandbox-files.js';
import { Scope } from './scope.js';
import type { Services } from './services.js';
import type { Telemetry } from './telemetry/telemetry.js';
import type { Settings } from './settings.js';
import { warmUp } from './warm-up.js';

const ALLOWED_HEADERS = [
  'Authorization',
  'Cache-Control',
  'Pragma',
  'Expires',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Apollo-Require-Preflight',
  'X-Request-Id',
];
const EXPOSED_HEADERS = [
  'ETag',
  'Retry-After',
  'X-Request-Id',
  'Allow',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
];

/** What the app stands on. */
export interface AppParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly services: Services;
  /** Ends when the catalogue has read what it answers from. */
  readonly catalogueIsRead: Promise<void>;
  readonly limits: RateLimits;
  /** The documents of GraphQL that are taken. */
  readonly documents: Documents;
  readonly telemetry: Telemetry;
  readonly log: Logger;
  /** Names this build in ETags. */
  readonly build: string;
  /** What receivers of callbacks check signatures with. */
  readonly webhookKeys: object;
  /** Whether nobody should be sent here any more. */
  readonly isStopping: () => boolean;
}

/** The app and what ends with it. */
export interface App {
  /** Takes every request. */
  readonly listener: RequestListener;
  /** What each cache holds. */
  readonly caches: () => Readonly<Record<string, CacheStats>>;
  /** How many requests were answered, by where. */
  readonly answers: () => Readonly<Record<string, number>>;
  readonly close: () => Promise<void>;
}

const logOf = (request: Request): Logger => request.log;

/** What a file's server refuses of a request's conditions. */
function fileError(thrown: unknown): AppError | undefined {
  switch ((thrown as { status?: unknown } | null)?.status) {
    case 412:
      return new AppError('PRECONDITION_FAILED', 'It is not what the request takes it for any more.');
    case 416:
      return new AppError('RANGE_NOT_SATISFIABLE', 'It has no such range of bytes.');
    default:
      return undefined;
  }
}

/** Answers whatever no endpoint took or caught, in the registry's own shape. */
const lastErrors: ErrorRequestHandler = (thrown: unknown, request, response, _next) => {
  const wrongPath = thrown instanceof URIError ? new AppError('NOT_FOUND', 'The path is not valid.') : undefined;
  sendError(
    response,
    wrongPath ?? fileError(thrown) ?? bodyError(thrown) ?? toAppError(thrown, logOf(request)),
    undefined,
  );
};

/** Builds the app: the order of its middleware, and both transports. It knows no rule. */
export async function buildApp({
  settings,
  database,
  services,
  catalogueIsRead,
  limits,
  documents,
  telemetry,
  log,
  build,
  webhookKeys,
  isStopping,
}: AppParts): Promise<App> {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', settings.TRUST_PROXY);
  app.set('query parser', 'simple');

  const door = new Door(limits, app.get('trust proxy fn') as Trust);
  app.use(requestLog(log));
  app.use((request, response, next) => {
    tellAllowance(response, door.allowanceOf(request));
    next();
  });
  const common = commonMiddleware(settings);
  app.use(...common);
  app.use(compression({ threshold: 1024 }));

  app.get('/healthz', (_request, response) => void response.json({ status: 'alive' }));
  app.get('/readyz', async (_request, response) => {
    const fault = isStopping()
      ? 'the registry is stopping'
      : (await database.isMigrated().catch(() => false))
        ? undefined
        : 'the database is not reachable or not migrated';
    response.status(fault === undefined ? 200 : 503).json({ status: fault ?? 'ready' });
  });

  app.get(
    '/.well-known/webhook-keys.json',
    (_request, response) => void response.set('Cache-Control', 'public, max-age=3600').json(webhookKeys),
  );

  const scopes = new WeakMap<Request, Scope>();
  const scopeOf = (request: Request): Scope => {
    let scope = scopes.get(request);
    if (!scope)
      scopes.set(
        request,
        (scope = new Scope(services, {
          requestId: String(request.id),
          address: request.ip ?? '',
          authorization: request.headers.authorization,
          allowance: door.allowanceOf(request),
        })),
      );
    return scope;
  };
  // Images may come inside a request, through either transport.
  const bodyLimit = settings.VIDEO_MAX_BODY_MEGABYTES * 1024 * 1024;
  const { revision } = services.catalogue;
  const snapshots = new Snapshots(
    join(settings.DATA_DIR, 'snapshots'),
    (work) => database.snapshot((runner) => work(new SnapshotReader(runner, settings.PUBLIC_URL))),
    () => ({ databaseId: revision.databaseId, revision: revision.current }),
  );
  const endpoints = allEndpoints(settings, snapshots);
  app.use(pages(openApiDocument(endpoints, settings.PUBLIC_URL)));
  const takenBy = postsOf(endpoints);
  app.use(
    idempotency({
      service: services.idempotency,
      scopeOf,
      takenBy: (path) => (/^\/graphql\/?$/.test(path) ? { bodyLimit, isTokenInBody: false } : takenBy(path)),
      log,
    }),
  );
  const schema = buildGraph();
  if (telemetry.tracing && telemetry.resolversTraced)
    traceResolvers(schema, telemetry.tracing, telemetry.resolversTraced);
  const graph = await mountGraph(app, {
    schema,
    documents,
    contextOf: (request) => ({ scope: scopeOf(request), log: logOf(request) }),
    bodyLimit,
    maxCost: settings.GRAPHQL_MAX_COST,
    telemetry,
  });
  app.use(sandboxFiles());
  app.use(restRouter(endpoints, { scopeOf, logOf, build }));

  app.use((request, response) =>
    sendError(response, new AppError('NOT_FOUND', `There is nothing at ${request.path.slice(0, 200)}.`), undefined),
  );
  app.use(lastErrors);
  const scopeFor = (requestId: string, allowance: Allowance): Scope =>
    new Scope(services, { requestId, address: '', authorization: undefined, allowance });
  await catalogueIsRead;
  const headers = headersOf(common);
  const shares = sharesOf(settings.CACHE_MEGABYTES * 1024 * 1024);
  const compiled = new CompiledGraph(schema, settings.GRAPHQL_MAX_COST, shares.parts);
  const edge = new Edge({
    framework: app,
    door,
    rest: new RestEdge(endpoints, revision, build, headers),
    graph: new GraphEdge(compiled, documents, headers),
    revision,
    cacheBytes: shares.answers,
    scopeOf: scopeFor,
    log,
    telemetry,
    dependsOnOrigin: restrictsOrigins(settings),
  });
  // It is a favour to the first callers, and no reason not to start.
  await warmUp(edge.listener).catch((error: unknown) =>
    log.warn({ err: error }, 'the first questions will take longer'),
  );
  return {
    listener: edge.listener,
    caches: () => ({ ...services.catalogue.stats, answers: edge.stats, parts: compiled.stats }),
    answers: () => edge.sources,
    close: () => graph.stop(),
  };
}

const restrictsOrigins = ({ CORS_ORIGINS }: Settings): boolean => CORS_ORIGINS?.includes('*') === false;

/** What sets the headers that every answer has. */
function commonMiddleware(settings: Settings): RequestHandler[] {
  return [
    helmet({
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      strictTransportSecurity: settings.PUBLIC_URL.startsWith('https:'),
    }),
    cors({
      origin: restrictsOrigins(settings) ? settings.CORS_ORIGINS : '*',
      allowedHeaders: ALLOWED_HEADERS,
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: 86_400,
    }),
    (_request, response, next) => {
      response.setHeader('Vary', 'Authorization, Origin, Accept-Encoding');
      next();
    },
  ];
}

/** The headers that middleware sets on an answer to a plain GET, as names and values in turn. */
function headersOf(middleware: readonly RequestHandler[]): string[] {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  const response = new ServerResponse(request);
  for (const handler of middleware) void handler(request as Request, response as Response, () => undefined);
  // The types don't know this method yet.
  const { getRawHeaderNames } = response as ServerResponse & { getRawHeaderNames: () => string[] };
  return getRawHeaderNames.call(response).flatMap((name) => [name, String(response.getHeader(name))]);
}
