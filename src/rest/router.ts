import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { AppError, invalidInput } from '../errors/app-error.js';
import type { Settings } from '../settings.js';
import type { Endpoint } from './endpoint.js';
import { sendError } from './errors.js';
import { BODY_LIMIT, handle, type RestContext } from './handle.js';
import { auditRoutes } from './routes/audit.routes.js';
import { changeRoutes } from './routes/change.routes.js';
import { claimRoutes } from './routes/claim.routes.js';
import { coreNodeRoutes } from './routes/core-node.routes.js';
import { memberRoutes } from './routes/member.routes.js';
import { moderationRoutes } from './routes/moderation.routes.js';
import { nodeRoutes } from './routes/node.routes.js';
import { nodeReadRoutes } from './routes/node-read.routes.js';
import { nodeWriteRoutes } from './routes/node-write.routes.js';
import { publishRoutes } from './routes/publish.routes.js';
import { publisherRoutes } from './routes/publisher.routes.js';
import { publisherReadRoutes } from './routes/publisher-read.routes.js';
import { snapshotRoutes } from './routes/snapshot.routes.js';
import { tokenRoutes } from './routes/token.routes.js';
import { translationRoutes } from './routes/translation.routes.js';
import { userRoutes } from './routes/user.routes.js';
import { versionRoutes } from './routes/version.routes.js';
import { versionReadRoutes } from './routes/version-read.routes.js';
import { videoRoutes } from './routes/video.routes.js';
import { webhookRoutes } from './routes/webhook.routes.js';
import type { Snapshots } from './snapshot.js';

/** The table of all endpoints: the router and the OpenAPI document are made from it. */
export function allEndpoints(settings: Settings, snapshots: Snapshots): Endpoint[] {
  return [
    ...nodeRoutes,
    ...nodeReadRoutes,
    ...nodeWriteRoutes,
    ...publisherRoutes,
    ...publisherReadRoutes,
    ...memberRoutes,
    ...tokenRoutes,
    ...claimRoutes,
    ...publishRoutes,
    ...versionRoutes,
    ...versionReadRoutes,
    ...translationRoutes,
    ...userRoutes,
    ...coreNodeRoutes,
    ...changeRoutes,
    ...webhookRoutes,
    ...snapshotRoutes(snapshots),
    ...moderationRoutes,
    ...auditRoutes,
    ...videoRoutes(settings),
  ];
}

/** An endpoint that a path may mean. */
export interface Route {
  readonly at: Endpoint;
  /** Matches paths; its groups are the parameters, still encoded. */
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

/** The endpoints as patterns of paths, in the order in which they are tried. */
export function routesOf(endpoints: readonly Endpoint[]): Route[] {
  return endpoints.map((at) => ({
    at,
    pattern: new RegExp(`^${at.path.replace(/\{\w+\}/g, '([^/]+)')}/?$`),
    names: [...at.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
  }));
}

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Finds the endpoints that a path may mean, whatever the method. */
function finder(endpoints: readonly Endpoint[]): (path: string) => Endpoint[] {
  const routes = routesOf(endpoints);
  return (path) => routes.filter(({ pattern }) => pattern.test(path)).map(({ at }) => at);
}

/** What a POST takes. */
export interface PostTaken {
  /** Bytes that its body may have. */
  readonly bodyLimit: number;
  /** True where the body may name the token that it is sent with. */
  readonly isTokenInBody: boolean;
}

/** What POSTs take, by their path; undefined where no endpoint takes them. */
export function postsOf(endpoints: readonly Endpoint[]): (path: string) => PostTaken | undefined {
  const find = finder(endpoints.filter(({ method }) => method === 'post'));
  return (path) => {
    const [at] = find(path);
    return at && { bodyLimit: at.bodyLimit ?? BODY_LIMIT, isTokenInBody: at.auth === 'body' };
  };
}

/** What no endpoint took: 405 where the path takes other methods, and otherwise somebody else's. */
function wrongMethods(find: (path: string) => Endpoint[]): RequestHandler {
  return (request, response, next) => {
    const methods = new Set(
      find(request.path).flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])),
    );
    if (methods.size === 0) next();
    else
      sendError(
        response,
        new AppError('METHOD_NOT_ALLOWED', `${request.method} is not for ${request.path}.`, { allow: [...methods] }),
        undefined,
      );
  };
}

/** A path that can't be decoded reaches no handler; its endpoint still says in which shape that is answered. */
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
  // Fixed segments before parameters, whatever the order of the table.
  const ordered = [...endpoints].sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  for (const at of ordered) router[at.method](expressPath(at.path), handle(at, context));
  const find = finder(endpoints);
  router.use(wrongMethods(find));
  router.use(undecodablePaths(find));
  return router;
}
