import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Logger, pino } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import { withoutCredentials } from '../errors/credentials.js';

const SANE_REQUEST_ID = /^[\w.:/+=-]{1,100}$/;

/** The log: one line of JSON a record on standard output; what may hold a secret is left out. */
export function openLog(level: string): Logger {
  return pino({
    level,
    redact: { paths: ['req.headers', 'authorization', '*.authorization'], remove: true },
    hooks: { streamWrite: withoutCredentials },
  });
}

/** A path without its query: what callers search for is theirs. */
function pathOnly(url = ''): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** The id of a request: the caller's, where he sent a sane one, which is no credential in the wrong place. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && SANE_REQUEST_ID.test(sent) && withoutCredentials(sent) === sent
    ? sent
    : randomUUID();
}

const unlogged = new WeakSet<IncomingMessage>();

/** Leaves a request out of the log: one that nobody sent. */
export function leaveOut(request: IncomingMessage): void {
  unlogged.add(request);
}

/** Logs a request that was answered before the framework, in the form of all others. */
export function logAnswered(
  log: Logger,
  request: IncomingMessage,
  requestId: string,
  status: number,
  milliseconds: number,
): void {
  const { method, url } = request;
  if (!unlogged.has(request))
    log.info(
      { requestId, method, path: pathOnly(url), res: { status }, responseTime: milliseconds },
      'request completed',
    );
}

/** Logs each request once, at its end, under its id: the caller's, where he sent a sane one. */
export function requestLog(log: Logger): HttpLogger {
  return pinoHttp({
    logger: log,
    genReqId: (request: IncomingMessage, response: ServerResponse) => {
      const id = requestIdOf(request);
      response.setHeader('X-Request-Id', id);
      return id;
    },
    autoLogging: {
      ignore: (request) => unlogged.has(request) || request.url === '/healthz' || request.url === '/readyz',
    },
    customAttributeKeys: { reqId: 'requestId' },
    quietReqLogger: true,
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'info'),
    customProps: (request) => ({
      method: request.method,
      path: pathOnly((request as { originalUrl?: string }).originalUrl ?? request.url),
    }),
    serializers: { req: () => undefined, res: (response: { statusCode: number }) => ({ status: response.statusCode }) },
  });
}
