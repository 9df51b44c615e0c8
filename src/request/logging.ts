import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Logger, pino } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import { withoutCredentials } from '../errors/credentials.js';
import { safeError } from '../errors/safe-error.js';

const SANE_REQUEST_ID = /^[\w.:/+=-]{1,100}$/;

/** Opens the log: JSON lines on standard output, with credentials redacted. */
export function openLog(level: string): Logger {
  return pino({
    level,
    redact: { paths: ['req.headers', 'authorization', '*.authorization'], remove: true },
    serializers: { err: safeError },
    hooks: { streamWrite: withoutCredentials },
  });
}

/** Returns a path without its query, because search terms are private. */
function pathOnly(url = ''): string {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
}

/** Returns the request id: the caller's if it is well-formed and contains no credential, otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && SANE_REQUEST_ID.test(sent) && withoutCredentials(sent) === sent
    ? sent
    : randomUUID();
}

const unlogged = new WeakSet<IncomingMessage>();

/** Excludes a request of this process itself from the log. */
export function leaveOut(request: IncomingMessage): void {
  unlogged.add(request);
}

/** Logs a request that was answered by the fast path, in the same format as all others. */
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

/** The log message of a request. The caller may have closed the connection before the response was sent. */
const messageOf = ({ writableFinished }: ServerResponse): string =>
  writableFinished ? 'request completed' : 'request aborted by its caller';

/** Logs each request once, when it ends, with its request id. */
export function requestLog(log: Logger): HttpLogger {
  return pinoHttp({
    logger: log,
    // Otherwise our serializers would get the output of pino-http's serializers instead of the error.
    wrapSerializers: false,
    genReqId: (request: IncomingMessage, response: ServerResponse) => {
      const id = requestIdOf(request);
      response.setHeader('X-Request-Id', id);
      return id;
    },
    autoLogging: {
      ignore: (request) => unlogged.has(request) || request.url === '/healthz' || request.url === '/readyz',
    },
    customAttributeKeys: { reqId: 'requestId' },
    customSuccessMessage: (_request, response) => messageOf(response),
    customErrorMessage: (_request, response) => messageOf(response),
    // For a response with status 5xx, pino-http creates an error with a stack, which is left out of the log.
    customErrorObject: (_request, response, error, fields: { err?: unknown }) => {
      const { err: _madeUp, ...rest } = fields;
      return response.err === error ? fields : rest;
    },
    quietReqLogger: true,
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'info'),
    customProps: (request) => ({
      method: request.method,
      path: pathOnly((request as { originalUrl?: string }).originalUrl ?? request.url),
    }),
    serializers: {
      err: safeError,
      req: () => undefined,
      // No status of an aborted request is logged, because the caller did not receive it.
      res: ({ statusCode, writableFinished }: ServerResponse) => (writableFinished ? { status: statusCode } : {}),
    },
  });
}
