import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { type CacheStats, statsOf } from '../values/bounded-cache.js';
import { SnapshotReader } from '../catalogue/snapshot-reader.js';
import { commonMiddleware, headersOf, restrictsOrigins } from './common-headers.js';
import type { Database } from '../db/database.js';
import { FastPath } from '../fast-path/fast-path.js';
import { idempotency } from './idempotency.js';
import { GraphReads } from '../fast-path/graph-reads.js';
import { RestReads } from '../fast-path/rest-reads.js';
import { AppError } from '../errors/app-error.js';
import { ownDocuments } from '../graphql/ask.js';
import { CompiledGraph } from '../graphql/compiled-graph.js';
import { traceResolvers } from '../graphql/observed.js';
import { buildGraph } from '../graphql/schema.js';
import { RateLimitGate, type Trust } from '../limits/rate-limit-gate.js';
import type { Allowance } from '../limits/allowance.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { requestLog } from '../request/logging.js';
import { loadPageBundle, type PageBundle } from '../pages/bundle.js';
import { PageReads } from '../pages/page-reads.js';
import { missingPage, pageRouter } from '../pages/router.js';
import { pages } from './pages.js';
import type { Documents } from '../graphql/documents.js';
import { type MountedGraph, mountGraph } from './mount-graph.js';
import { bodyError } from '../rest/body.js';
import type { Endpoint } from '../rest/endpoint.js';
import { sendError, toAppError } from '../rest/errors.js';
import { setRateLimitHeaders } from '../rest/handle.js';
import { openApiDocument } from '../rest/openapi.js';
import { allEndpoints, postsOf, readOnly, restRouter } from '../rest/router.js';
import { Snapshots } from '../rest/snapshot.js';
import { sourcesShown } from '../services/community-translations.js';
import { sandboxFiles } from './sandbox-files.js';
import { Scope } from '../request/scope.js';
import type { Services } from './services.js';
import { SIGN_IN_SECONDS } from '../auth/sign-ins.js';
import { SessionCookies } from './session-cookies.js';
import { sessionRouter } from './session-routes.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { Settings } from '../settings.js';
import { warmUp } from './warm-up.js';

/** The dependencies of the app. */
export interface AppParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly services: Services;
  /** Resolves once the node index and the word index are in memory. */
  readonly catalogueIsRead: Promise<void>;
  readonly limits: RateLimits;
  /** The persisted and allowed GraphQL documents. */
  readonly documents: Documents;
  readonly telemetry: Telemetry;
  readonly log: Logger;
  /** Identifies this build in ETags. */
  readonly build: string;
  /** The public keys with which receivers of callbacks verify signatures. */
  readonly webhookKeys: object;
  /** True once the process is stopping, so that load balancers should send no more requests. */
  readonly isStopping: () => boolean;
}

/** A built app. */
export interface App {
  /** Handles every request. */
  readonly listener: RequestListener;
  /** Size and use of each cache. */
  readonly caches: () => Readonly<Record<string, CacheStats>>;
  /** The number of requests that each part of the server answered. */
  readonly answers: () => Readonly<Record<string, number>>;
  readonly close: () => Promise<void>;
}

const logOf = (request: Request): Logger => request.log;

/** Translates an error of express's file server about a conditional or range request. */
function fileError(thrown: unknown): AppError | undefined {
  switch ((thrown as { status?: unknown } | null)?.status) {
    case 412:
      return new AppError(
        'PRECONDITION_FAILED',
        'The file has changed, so the precondition of the request does not match.',
      );
    case 416:
      return new AppError('RANGE_NOT_SATISFIABLE', 'The file does not contain the requested byte range.');
    default:
      return undefined;
  }
}

/** Responds to errors that no endpoint caught, in the registry's error format. */
const handleErrors: ErrorRequestHandler = (thrown: unknown, request, response, _next) => {
  const wrongPath = thrown instanceof URIError ? new AppError('NOT_FOUND', 'The path is not valid.') : undefined;
  sendError(
    response,
    wrongPath ?? fileError(thrown) ?? bodyError(thrown) ?? toAppError(thrown, logOf(request)),
    undefined,
  );
};

const pathNotFound: RequestHandler = (request, response) =>
  sendError(response, new AppError('NOT_FOUND', `The path ${request.path.slice(0, 200)} does not exist.`), undefined);

/**
 * The path of the public URL, without a trailing slash. It is not empty if a proxy serves the registry below a path.
 */
const publicPathOf = ({ PUBLIC_URL }: Settings): string => new URL(PUBLIC_URL).pathname.replace(/(?<!\/)\/+$/, '');

/** The parts of the app that REST, GraphQL and the fast path share. */
interface Shared {
  readonly app: Express;
  readonly gate: RateLimitGate;
  readonly scopeOf: (request: Request) => Scope;
  readonly newScope: (request: Request) => Scope;
  readonly common: ReturnType<typeof commonMiddleware>;
  readonly endpoints: readonly Endpoint[];
  readonly schema: GraphQLSchema;
  readonly compiled: CompiledGraph;
  /** The headers of every response, as alternating names and values. */
  readonly headers: readonly string[];
  /** The web pages, if they are enabled and PUBLIC_URL has no path. */
  readonly web: { readonly bundle: PageBundle; readonly reads: PageReads } | undefined;
  readonly cookies: SessionCookies;
}

/** Builds the app: the middleware, REST, GraphQL, the web pages, and the fast path in front of them. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { settings, services, log } = parts;
  const app = expressApp(settings);
  const gate = new RateLimitGate(parts.limits, app.get('trust proxy fn') as Trust);
  const snapshots = snapshotsOf(parts);
  await snapshots.sweep();
  const schema = tracedSchema(parts.telemetry);
  const compiled = new CompiledGraph(schema, settings.GRAPHQL_MAX_COST);
  const common = commonMiddleware(settings);
  const headers = headersOf(common);
  // The links in the web pages begin at the root of the host, so they do not work below a path.
  const web =
    settings.WEB && publicPathOf(settings) === '' ? await webPages(parts, schema, compiled, headers) : undefined;
  const cookies = new SessionCookies(
    settings,
    SIGN_IN_SECONDS,
    // A link in a publisher's text can lead to a GraphQL query, which must not be executed with the reader's session.
    ({ method, url = '' }) => (method === 'GET' && url.startsWith('/graphql')) || (web?.reads.has(url) ?? false),
  );
  const shared: Shared = {
    app,
    gate,
    scopeOf: scopesOf(services, gate),
    newScope: (request) => newScope(services, gate, request),
    common,
    endpoints: allEndpoints(settings, snapshots),
    schema,
    compiled,
    headers,
    web,
    cookies,
  };
  const graph = await mountAll(parts, shared);

  await parts.catalogueIsRead;
  const fastPath = buildFastPath(parts, shared);
  // A failure does not prevent the start, because it only makes the first requests slower.
  await warmUp(fastPath.listener).catch((error: unknown) =>
    log.warn({ err: error }, 'The warm-up failed. The first requests will be slower.'),
  );
  return {
    listener: (request, response) => {
      cookies.admit(request);
      fastPath.listener(request, response);
    },
    caches: () =>
      statsOf({
        ...services.catalogue.caches,
        answers: fastPath.answers,
        plans: services.resolve,
        compiledDocuments: compiled.documents,
        ...graph.caches,
      }),
    answers: () => fastPath.sources,
    close: async () => {
      await graph.stop();
      await snapshots.close();
    },
  };
}

/**
 * Compression of responses that are sent once. Higher levels make a plan of 1.8 MB 12 % smaller and take more than
 * twice the processor time.
 */
const COMPRESSION: compression.CompressionOptions = {
  threshold: 1024,
  level: constants.Z_BEST_SPEED,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
};

/** Mounts the middleware and routes in order. @returns the GraphQL server */
async function mountAll(
  parts: AppParts,
  { app, gate, scopeOf, newScope, common, endpoints, schema, web, cookies }: Shared,
): Promise<MountedGraph> {
  const { settings, documents, telemetry, log } = parts;
  // REST and GraphQL requests may contain images.
  const bodyLimit = settings.VIDEO_MAX_BODY_MEGABYTES * 1024 * 1024;
  app.use(requestLog(log));
  app.use((request, response, next) => {
    setRateLimitHeaders(response, gate.allowanceOf(request));
    next();
  });
  app.use(...common);
  app.use(compression(COMPRESSION));
  mountOperations(app, parts);
  if (web) {
    app.use(pageRouter(web.bundle, web.reads, scopeOf));
    app.use(sessionRouter({ services: parts.services, cookies, scopeOf, logOf }));
  }
  app.use(pages(openApiDocument(endpoints, settings.PUBLIC_URL), schema, publicPathOf(settings)));
  app.use(idempotentPosts(parts, endpoints, scopeOf, bodyLimit));
  const graph = await mountGraph(app, {
    schema,
    documents,
    contextOf: (request) => ({ scope: scopeOf(request), log: logOf(request) }),
    eventContextOf: (request) => ({ scope: newScope(request), log: logOf(request) }),
    bodyLimit,
    maxCost: settings.GRAPHQL_MAX_COST,
    telemetry,
  });
  app.use(sandboxFiles());
  app.use(restRouter(endpoints, { scopeOf, logOf, build: parts.build, publicPath: publicPathOf(settings) }));
  if (web) app.use(missingPage(web.reads, scopeOf));
  app.use(pathNotFound);
  app.use(handleErrors);
  return graph;
}

function expressApp(settings: Settings): Express {
  const app = express();
  app.disable('x-powered-by');
  // Otherwise express would route /GraphQL, too, but handlers that compare paths themselves would not match it.
  app.enable('case sensitive routing');
  app.set('etag', false);
  app.set('trust proxy', settings.TRUST_PROXY);
  app.set('query parser', 'simple');
  return app;
}

function tracedSchema({ tracing, resolverSampleRate }: Telemetry): GraphQLSchema {
  const schema = buildGraph();
  if (tracing && resolverSampleRate) traceResolvers(schema, tracing, resolverSampleRate);
  return schema;
}

const newScope = (services: Services, gate: RateLimitGate, request: Request): Scope =>
  new Scope(services, {
    requestId: String(request.id),
    address: request.ip ?? '',
    authorization: request.headers.authorization,
    isHead: request.method === 'HEAD',
    allowance: gate.allowanceOf(request),
  });

/** Returns a function that finds the scope of a request, which all handlers of the request share. */
function scopesOf(services: Services, gate: RateLimitGate): (request: Request) => Scope {
  const scopes = new WeakMap<Request, Scope>();
  return (request) => {
    let scope = scopes.get(request);
    if (!scope) {
      scope = newScope(services, gate, request);
      scopes.set(request, scope);
    }
    return scope;
  };
}

function snapshotsOf({ settings, database, services }: AppParts): Snapshots {
  const { revision } = services.catalogue;
  const sources = sourcesShown(settings);
  return new Snapshots({
    folder: join(settings.DATA_DIR, 'snapshots'),
    read: (work) => database.snapshot((runner) => work(new SnapshotReader(runner, settings.PUBLIC_URL, sources))),
    current: () => ({ databaseId: revision.databaseId, revision: revision.current }),
    hasChanged: (since) => services.catalogue.changeFeed.hasChanged(since),
    minAgeMs: settings.SNAPSHOT_MIN_AGE_SECONDS * 1000,
  });
}

/** Mounts the health checks, and the public keys of webhook signatures. */
function mountOperations(app: Express, { database, webhookKeys, isStopping }: AppParts): void {
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
  app.all(['/healthz', '/readyz', '/.well-known/webhook-keys.json'], readOnly);
}

/** Handles Idempotency-Key on POST requests of REST and GraphQL. */
function idempotentPosts(
  { services, log }: AppParts,
  endpoints: readonly Endpoint[],
  scopeOf: (request: Request) => Scope,
  bodyLimit: number,
): RequestHandler {
  const postEndpointAt = postsOf(endpoints);
  return idempotency({
    service: services.idempotency,
    scopeOf,
    postEndpointAt: (path) =>
      /^\/graphql\/?$/.test(path) ? { bodyLimit, isTokenInBody: false } : postEndpointAt(path),
    log,
  });
}

/** Loads the web pages, which read the catalogue through GraphQL. */
async function webPages(
  { settings, log }: AppParts,
  schema: GraphQLSchema,
  compiled: CompiledGraph,
  headers: readonly string[],
): Promise<Shared['web']> {
  const bundle = await loadPageBundle();
  const answer = ownDocuments(schema, compiled);
  const ask = (scope: Scope, query: string, variables: Record<string, unknown>) =>
    answer(query, variables, { scope, log });
  return { bundle, reads: new PageReads(bundle, ask, settings.PUBLIC_URL.replace(/\/$/, ''), headers) };
}

/** Builds the fast path for public reads, which passes all other requests on to the express app. */
function buildFastPath(
  { settings, services, documents, telemetry, log, build }: AppParts,
  { app, gate, headers, endpoints, compiled, web }: Shared,
): FastPath {
  const { revision, shares } = services.catalogue;
  const rest = new RestReads(endpoints, revision, build, headers, publicPathOf(settings));
  return new FastPath({
    framework: app,
    gate,
    questionOf: (url) => rest.question(url) ?? web?.reads.question(url),
    graph: new GraphReads(compiled, documents, headers),
    revision,
    cacheBytes: shares.answers,
    scopeOf: (requestId: string, allowance: Allowance): Scope =>
      new Scope(services, { requestId, address: '', authorization: undefined, allowance }),
    log,
    telemetry,
    dependsOnOrigin: restrictsOrigins(settings),
  });
}
