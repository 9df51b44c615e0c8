import express, { type Router } from 'express';
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
  return router;
}
