import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { AppError, invalidInput } from '../errors/app-error.js';
import type { Settings } from '../settings.js';
import type { Endpoint } from './endpoint.js';
import { sendError } from './errors.js';
import { BODY_LIMIT, handle, type RestContext } from './handle.js';
import { accountRoutes } from './routes/account.routes.js';
import { auditRoutes } from './routes/audit.routes.js';
import { changeRoutes } from './routes/change.routes.js';
import { claimRoutes } from './routes/claim.routes.js';
import { coreNodeRoutes } from './routes/core-node.routes.js';
import { invitationRoutes } from './routes/invitation.routes.js';
import { memberRoutes } from './routes/member.routes.js';
import { moderationRoutes } from './routes/moderation.routes.js';
import { nodeRoutes } from './routes/node.routes.js';
import { nodeReadRoutes } from './routes/node-read.routes.js';
import { nodeWriteRoutes } from './routes/node-write.routes.js';
import { publishRoutes } from './routes/publish.routes.js';
import { publisherRoutes } from './routes/publisher.routes.js';
import { publisherReadRoutes } from './routes/publisher-read.routes.js';
import { queueRoutes } from './routes/queue.routes.js';
import { resolveRoutes } from './routes/resolve.routes.js';
import { snapshotRoutes } from './routes/snapshot.routes.js';
import { tokenRoutes } from './routes/token.routes.js';
import { translationRoutes } from './routes/translation.routes.js';
import { userRoutes } from './routes/user.routes.js';
import { versionRoutes } from './routes/version.routes.js';
import { versionReadRoutes } from './routes/version-read.routes.js';
import { videoRoutes } from './routes/video.routes.js';
import { webhookRoutes } from './routes/webhook.routes.js';
import type { Snapshots } from './snapshot.js';

/** All endpoints. The router and the OpenAPI document are built from this table. */
export function allEndpoints(settings: Settings, snapshots: Snapshots): Endpoint[] {
  return [
    ...nodeRoutes,
    ...nodeReadRoutes,
    ...nodeWriteRoutes,
    ...publisherRoutes,
    ...publisherReadRoutes,
    ...memberRoutes,
    ...invitationRoutes,
    ...tokenRoutes,
    ...claimRoutes,
    ...publishRoutes,
    ...versionRoutes,
    ...versionReadRoutes,
    ...translationRoutes,
    ...userRoutes,
    ...coreNodeRoutes,
    ...resolveRoutes,
    ...changeRoutes,
    ...webhookRoutes,
    ...snapshotRoutes(snapshots),
    ...moderationRoutes,
    ...queueRoutes,
    ...accountRoutes,
    ...auditRoutes,
    ...videoRoutes(settings),
  ];
}

/** An endpoint with the pattern of its path. */
export interface Route {
  readonly at: Endpoint;
  /** Matches paths; its groups are the parameters, still encoded. */
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** The name of a core-node may contain slashes, which clients do not always encode. */
const WITH_SLASHES = '{name}';

/** Converts endpoints to routes, in the same order. */
export function routesOf(endpoints: readonly Endpoint[]): Route[] {
  return endpoints.map((at) => ({
    at,
    pattern: new RegExp(`^${at.path.replace(WITH_SLASHES, '(.+?)').replace(/\{\w+\}/g, '([^/]+)')}/?$`),
    names: [...at.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
  }));
}

const expressPath = (path: string): string => path.replace(WITH_SLASHES, '*name').replace(/\{(\w+)\}/g, ':$1');

/** Returns a function that finds the endpoints of a path, for all methods. */
function finder(endpoints: readonly Endpoint[]): (path: string) => Endpoint[] {
  const routes = routesOf(endpoints);
  return (path) => routes.filter(({ pattern }) => pattern.test(path)).map(({ at }) => at);
}

/** The properties of a POST endpoint that are needed before routing. */
export interface PostEndpoint {
  /** Maximum size of the body in bytes. */
  readonly bodyLimit: number;
  /** True if the body may contain the credential. */
  readonly isTokenInBody: boolean;
}

/** Returns a function that finds the POST endpoint of a path; it returns `undefined` if there is none. */
export function postsOf(endpoints: readonly Endpoint[]): (path: string) => PostEndpoint | undefined {
  const find = finder(endpoints.filter(({ method }) => method === 'post'));
  return (path) => {
    const [at] = find(path);
    return at && { bodyLimit: at.bodyLimit ?? BODY_LIMIT, isTokenInBody: at.auth === 'body' };
  };
}

/** Responds with 405 and the methods that the path supports. */
function refuseMethod(request: Request, response: Response, methods: readonly string[]): void {
  const message = `${request.path} does not support ${request.method}. Supported methods: ${methods.join(', ')}.`;
  sendError(response, new AppError('METHOD_NOT_ALLOWED', message, { allow: methods }), undefined);
}

/** Handles requests for a path that can only be read. Mounted after its GET handler. */
export const readOnly: RequestHandler = (request, response, next) =>
  ['GET', 'HEAD', 'OPTIONS'].includes(request.method) ? next() : refuseMethod(request, response, ['GET', 'HEAD']);

/** Responds with 405 if a path has endpoints only for other methods. Passes other requests on. */
function wrongMethods(find: (path: string) => Endpoint[]): RequestHandler {
  return (request, response, next) => {
    const methods = new Set(
      find(request.path).flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])),
    );
    if (methods.size === 0) next();
    else refuseMethod(request, response, [...methods]);
  };
}

/** Responds to requests whose path can't be decoded, in the error shape of the endpoint. They reach no handler. */
function undecodablePaths(find: (path: string) => Endpoint[]): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    if (!(thrown instanceof URIError)) {
      next(thrown);
      return;
    }
    const at = find(request.path).find(({ method }) => method === request.method.toLowerCase());
    sendError(
      response,
      at
        ? invalidInput(['the path’s percent-encoding is not UTF-8'])
        : new AppError('NOT_FOUND', 'There is nothing at this path.'),
      at,
    );
  };
}

/** The REST interface as an Express router. */
export function restRouter(endpoints: readonly Endpoint[], context: RestContext): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  // Paths with fixed segments must be matched before those with parameters.
  const ordered = [...endpoints].sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  for (const at of ordered) router[at.method](expressPath(at.path), handle(at, context));
  const find = finder(endpoints);
  router.use(wrongMethods(find));
  router.use(undecodablePaths(find));
  return router;
}
