import express, { type ErrorRequestHandler, type Router } from 'express';
import { AppError } from '../errors/app-error.js';
import type { Endpoint } from './endpoint.js';
import { sendError } from './errors.js';
import { handle, type RestContext } from './handle.js';
import { claimRoutes } from './routes/claim.routes.js';
import { coreNodeRoutes } from './routes/core-node.routes.js';
import { nodeRoutes } from './routes/node.routes.js';
import { publisherRoutes } from './routes/publisher.routes.js';
import { tokenRoutes } from './routes/token.routes.js';
import { translationRoutes } from './routes/translation.routes.js';
import { userRoutes } from './routes/user.routes.js';
import { versionRoutes } from './routes/version.routes.js';
import { videoRoutes } from './routes/video.routes.js';

/** The table of all endpoints: the router and the OpenAPI document are made from it. */
export function allEndpoints(videoBodyLimit: number): Endpoint[] {
  return [
    ...nodeRoutes,
    ...publisherRoutes,
    ...tokenRoutes,
    ...claimRoutes,
    ...versionRoutes,
    ...translationRoutes,
    ...userRoutes,
    ...coreNodeRoutes,
    ...videoRoutes(videoBodyLimit),
  ];
}

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** A path that can't be decoded reaches no handler; its endpoint still says in which shape that is answered. */
function undecodablePaths(endpoints: readonly Endpoint[]): ErrorRequestHandler {
  const patterns = endpoints.map((at) => ({ at, pattern: new RegExp(`^${at.path.replace(/\{\w+\}/g, '[^/]+')}/?$`) }));
  return (thrown: unknown, request, response, next) => {
    if (!(thrown instanceof URIError)) {
      next(thrown);
      return;
    }
    const found = patterns.find(({ at, pattern }) => at.method === request.method.toLowerCase() && pattern.test(request.path));
    sendError(response, new AppError('NOT_FOUND', 'The path is not valid.'), found?.at);
  };
}

/** The REST interface as an Express router. */
export function restRouter(endpoints: readonly Endpoint[], context: RestContext): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  const paths = Map.groupBy(endpoints, ({ path }) => path);
  // Fixed segments before parameters, whatever the order of the table.
  const ordered = [...paths].sort(([a], [b]) => a.split('{').length - b.split('{').length);
  for (const [path, group] of ordered) {
    const route = router.route(expressPath(path));
    for (const at of group) route[at.method](handle(at, context));
    const allow = group.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
    route.all((request, response) => {
      sendError(response, new AppError('METHOD_NOT_ALLOWED', `${request.method} is not for ${request.path}.`, { allow }), undefined);
    });
  }
  router.use(undecodablePaths(endpoints));
  return router;
}
