import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from 'cors';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Settings } from '../settings.js';

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
  'Link',
  'X-Total-Count',
  'X-Parameter-Hint',
];

/** True if only some origins are allowed, so that CORS headers depend on the `Origin` of the request. */
export const restrictsOrigins = ({ CORS_ORIGINS }: Settings): boolean => CORS_ORIGINS?.includes('*') === false;

/** Middleware that sets the headers of every response. */
export function commonMiddleware(settings: Settings): RequestHandler[] {
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

/** The headers that middleware sets on the response to a plain GET, as alternating names and values. */
export function headersOf(middleware: readonly RequestHandler[]): string[] {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  const response = new ServerResponse(request);
  for (const handler of middleware) void handler(request as Request, response as Response, () => undefined);
  // The type definitions of Node lack this method.
  const { getRawHeaderNames } = response as ServerResponse & { getRawHeaderNames: () => string[] };
  return getRawHeaderNames.call(response).flatMap((name) => [name, String(response.getHeader(name))]);
}
