import { readFileSync } from 'node:fs';
import { expressMiddleware } from '@as-integrations/express5';
import type { ErrorRequestHandler, Express, Request, RequestHandler } from 'express';
import type { GraphQLSchema } from 'graphql';
import { AppError, invalidInput } from '../errors/app-error.js';
import type { GraphContext } from '../graphql/context.js';
import { faultOfDocument, parseBody } from '../graphql/document-limits.js';
import { Documents } from '../graphql/documents.js';
import { graphServer } from '../graphql/server.js';
import { type SubscriptionParts, Subscriptions } from '../graphql/subscriptions.js';
import { bodyError, readJsonBytes } from '../rest/body.js';
import { refusalFor } from '../rest/failures.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import type { Settings } from '../settings.js';
import type { CacheStats } from '../values/bounded-cache.js';

const OPERATION_NAME_MAX = 200;
const METHODS: readonly string[] = ['GET', 'POST'];

/** Refuses requests that exceed a rate limit, and unsupported methods and media types. */
function assertGraphRequest(request: Request, _response: unknown, next: (error?: unknown) => void): void {
  const refusal = refusalFor(request);
  if (refusal !== undefined) next(refusal);
  else if (!METHODS.includes(request.method))
    next(new AppError('METHOD_NOT_ALLOWED', `/graphql does not support ${request.method}.`, { allow: METHODS }));
  else if (request.method === 'POST' && !request.is(['json', '+json']))
    next(new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON, sent as application/json.'));
  else next();
}

/** Creates a reader of JSON bodies of at most this many bytes. */
const bodyReader =
  (limit: number): RequestHandler =>
  async (request, response, next) => {
    const bytes = request.method === 'POST' ? await readJsonBytes(request, response, limit) : undefined;
    request.body = bytes && bytes.length > 0 ? parseBody(bytes) : undefined;
    next();
  };

/** Returns the error of an invalid `persistedQuery` extension; `undefined` if it is valid or absent. */
function faultOfPersisted(extensions: unknown, query: unknown): AppError | undefined {
  const persisted = (extensions as { persistedQuery?: { version?: unknown; sha256Hash?: unknown } } | null | undefined)
    ?.persistedQuery;
  if (persisted === undefined) return undefined;
  const { version, sha256Hash } = persisted ?? {};
  if (version !== 1 || typeof sha256Hash !== 'string' || !/^[0-9a-f]{64}$/.test(sha256Hash))
    return invalidInput(['extensions.persistedQuery: takes {"version": 1, "sha256Hash": "…"}']);
  return typeof query === 'string' && Documents.hashOf(query) !== sha256Hash
    ? invalidInput(['extensions.persistedQuery.sha256Hash: is not the SHA-256 of the query'])
    : undefined;
}

const parsed = (text: unknown): unknown => {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text;
  } catch {
    return undefined;
  }
};

/**
 * Checks the text of a document before it is parsed, because errors quote documents and validation can be expensive.
 */
function assertDocument(documents: Documents): RequestHandler {
  return (request, _response, next) => {
    const { query, operationName, extensions } = (
      request.method === 'POST' ? (request.body ?? {}) : request.query
    ) as Record<string, unknown>;
    const fault =
      faultOfPersisted(parsed(extensions), query) ??
      (typeof operationName === 'string' && operationName.length > OPERATION_NAME_MAX
        ? invalidInput([`operationName: takes at most ${OPERATION_NAME_MAX} characters`])
        : undefined) ??
      (typeof query !== 'string'
        ? undefined
        : documents.isAllowed(query)
          ? faultOfDocument(query)
          : new AppError('DOCUMENT_NOT_ALLOWED', 'This registry only accepts the documents of its allow list.'));
    next(fault);
  };
}

/** Reports an invalid or too large body in the error format of GraphQL. */
const graphBodyErrors: ErrorRequestHandler = (thrown: unknown, _request, response, next) => {
  const error = bodyError(thrown);
  if (!error) {
    next(thrown);
    return;
  }
  if (error.allow.length > 0) response.set('Allow', error.allow.join(', '));
  if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
  const { code, details, retryAfter } = error;
  response.status(error.status).json({
    errors: [
      {
        message: error.message,
        extensions: {
          code,
          ...(details.length > 0 ? { details } : {}),
          ...(retryAfter === undefined ? {} : { retryAfter }),
        },
      },
    ],
  });
};

/** Opens the document allow list that the settings name. Without one, all documents are allowed. */
export function openDocuments({ GRAPHQL_ALLOWED_DOCUMENTS: file }: Settings): Documents {
  if (file === undefined) return new Documents();
  try {
    return Documents.allowing(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `GRAPHQL_ALLOWED_DOCUMENTS: ${file} ${(error as NodeJS.ErrnoException).code === undefined ? 'is not a manifest of GraphQL documents' : 'can’t be read'}.`,
      { cause: error },
    );
  }
}

/** The media types of responses. If a client accepts several equally, it gets the first. */
const TYPES = ['application/json', 'application/graphql-response+json', 'text/event-stream'];

/** Handles requests that prefer server-sent events; passes others on. */
const subscribing =
  (subscriptions: Subscriptions): RequestHandler =>
  (request, response, next) => {
    if (request.accepts(TYPES) === 'text/event-stream') void subscriptions.serve(request, response);
    else next();
  };

/** The dependencies of the GraphQL server. */
export interface GraphParts {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  readonly contextOf: (request: Request) => GraphContext;
  /** Creates a separate context, for each event of a subscription. */
  readonly eventContextOf: (request: Request) => GraphContext;
  readonly bodyLimit: number;
  readonly maxCost: number;
  readonly telemetry: Telemetry;
}

/** The mounted GraphQL server. */
export interface MountedGraph {
  readonly stop: () => Promise<void>;
  /** Size and use of each cache. */
  readonly caches: Readonly<Record<string, { readonly stats: CacheStats }>>;
}

/** Mounts the GraphQL server at /graphql. */
export async function mountGraph(
  app: Express,
  { schema, documents, contextOf, eventContextOf, bodyLimit, maxCost, telemetry }: GraphParts,
): Promise<MountedGraph> {
  const graph = graphServer(schema, maxCost, documents, telemetry);
  await graph.start();
  const subscriptions = new Subscriptions({
    schema,
    maxCost,
    contextOf: eventContextOf as SubscriptionParts['contextOf'],
  });
  // `app.use` would also match paths below /graphql.
  app.all(
    '/graphql',
    assertGraphRequest,
    bodyReader(bodyLimit),
    assertDocument(documents),
    graphBodyErrors,
    subscribing(subscriptions),
    expressMiddleware(graph, { context: async ({ req }) => contextOf(req) }),
  );
  return {
    stop: () => graph.stop(),
    caches: { persistedDocuments: documents.registered, subscriptionDocuments: subscriptions.documents },
  };
}
