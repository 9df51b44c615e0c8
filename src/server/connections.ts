import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.js';
import type { Settings } from '../settings.js';

/** Timeout for the headers of a request, and for the first request of a new connection. */
const HEADERS_MS = 15_000;
/** Maximum size of the headers of a request, in bytes. */
const HEADERS_MAX = 16_384;
/** Timeout of idle connections. Longer than that of load balancers, so that the balancer closes a connection first. */
const IDLE_MS = 65_000;
/** Timeout after which a connection is closed if the client does not read its response. */
const STALLED_MS = 30_000;
/** The maximum number of pipelined requests that wait on a connection. */
const WAITING_MAX = 32;
/** Time and bytes for which a request is read after an early response, so that the client can read the response. */
const LINGER_MS = 2000;
const LINGER_BYTES = 1024 * 1024;
const LOG_EVERY_MS = 10_000;

/** Creates the HTTP server, with limits that protect it from slow and hostile clients. */
export function openServer(
  listener: RequestListener,
  settings: Pick<Settings, 'REQUEST_TIMEOUT_SECONDS' | 'MAX_CONNECTIONS'>,
  log: Logger,
  stalledMs = STALLED_MS,
): Server {
  const requestTimeout = settings.REQUEST_TIMEOUT_SECONDS * 1000;
  const server = createServer({
    headersTimeout: Math.min(HEADERS_MS, requestTimeout),
    requestTimeout,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: 1000,
    maxHeaderSize: HEADERS_MAX,
    // `checked` rejects requests without Host instead, in the registry's error format.
    requireHostHeader: false,
  });
  server.maxConnections = settings.MAX_CONNECTIONS;
  server.on(
    'drop',
    throttled(() =>
      log.warn({ most: settings.MAX_CONNECTIONS }, 'MAX_CONNECTIONS is reached. New connections are closed.'),
    ),
  );
  server.on('request', inTurn(checked(listener)));
  server.on('checkExpectation', (_request, response) =>
    sendRefusal(response, new AppError('EXPECTATION_FAILED', 'The only supported expectation is 100-continue.')),
  );
  server.on('clientError', answerClientError);
  server.setTimeout(stalledMs, closeStalled);
  return server;
}

/** Limits calls to one per LOG_EVERY_MS. */
function throttled(work: () => void): () => void {
  let next = 0;
  return () => {
    if (Date.now() < next) return;
    next = Date.now() + LOG_EVERY_MS;
    work();
  };
}

/** The latest response of each connection. */
const latest = new WeakMap<Socket, ServerResponse>();
/** The number of requests of each connection that wait for an earlier response. */
const waiting = new WeakMap<Socket, number>();

/**
 * Handles the requests of a connection one after the other, so that pipelining does not increase concurrency. Limits
 * the number of waiting requests.
 */
function inTurn(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    const before = latest.get(socket);
    latest.set(socket, response);
    // Node assigns no socket to a response while it waits for an earlier response of the connection.
    if (response.socket !== null || before === undefined) {
      listener(request, response);
      return;
    }
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > WAITING_MAX) {
      if (count > WAITING_MAX + 1) return;
      // Stops reading from this connection. The earlier requests are answered before this refusal.
      socket.pause();
      sendRefusal(
        response,
        new AppError(
          'RATE_LIMITED',
          `Too many pipelined requests. At most ${WAITING_MAX} may wait on one connection.`,
          { retryAfter: 1 },
        ),
      );
      return;
    }
    before.once('close', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      if (!socket.destroyed) listener(request, response);
    });
  };
}

/** Refuses ambiguous requests, and reads the rest of requests that are answered early. */
function checked(listener: RequestListener): RequestListener {
  return (request, response) => {
    // The socket is read now, because a destroyed request has none.
    const { headers, socket } = request;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      response.once('finish', () => linger(request, socket));
    const fault = faultOf(request);
    if (fault === undefined) listener(request, response);
    else sendRefusal(response, new AppError('MALFORMED_REQUEST', fault));
  };
}

/**
 * The reason why another HTTP implementation, such as a proxy, could interpret a request differently; `undefined` if
 * there is none. Node itself accepts such requests.
 */
function faultOf({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts++;
  if (hosts > 1) return 'A request may have only one Host header.';
  if (hosts === 0 && httpVersionMinor > 0) return 'An HTTP/1.1 request needs a Host header.';
  return httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined
    ? 'An HTTP/1.0 request may not have a Transfer-Encoding.'
    : undefined;
}

/**
 * Reads the rest of an answered request for a while, because closing the connection at once could reset it before the
 * client has read the response.
 */
function linger(request: IncomingMessage, socket: Socket): void {
  if (request.complete) return;
  const began = socket.bytesRead;
  const deadline = Date.now() + LINGER_MS;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(timer);
    else if (Date.now() > deadline || socket.bytesRead - began > LINGER_BYTES) socket.destroy();
  }, 25).unref();
}

/** Closes a connection after a timeout, unless its client waits for a response that is still being made. */
function closeStalled(socket: Socket): void {
  const isWorking = latest.get(socket)?.closed === false;
  if (!isWorking || socket.writableLength > 0) socket.destroy();
}

/** Returns the error for a request that could not be parsed. */
function errorOf(code: string | undefined): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('REQUEST_TIMEOUT', 'The request was not received in time.');
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('HEADERS_TOO_LARGE', `The headers are too large. The limit is ${HEADERS_MAX} bytes.`);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('BODY_TOO_LARGE', 'The chunk extensions are too large.');
    default:
      return new AppError('MALFORMED_REQUEST', 'This is not a valid HTTP/1.1 request.');
  }
}

const bodyOf = ({ code, message }: AppError): string => JSON.stringify({ error: code, message });

const headersOf = (body: string): Record<string, string> => ({
  'X-Request-Id': randomUUID(),
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(Buffer.byteLength(body)),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
});

/** Refuses a request before any handler sees it, and closes its connection. */
function sendRefusal(response: ServerResponse, error: AppError): void {
  const body = bodyOf(error);
  response
    .writeHead(error.status, {
      ...headersOf(body),
      ...(error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) }),
    })
    .end(body);
}

const refused = new WeakSet<Socket>();

/**
 * Responds to a request that could not be parsed, in the registry's error format. Its content is neither logged nor
 * quoted, because it may contain a credential.
 */
function answerClientError(thrown: Error, duplex: object): void {
  const socket = duplex as Socket;
  if (refused.has(socket)) return;
  refused.add(socket);
  const { code } = thrown as NodeJS.ErrnoException;
  const current = latest.get(socket);
  // No error can be sent if a response has started, or if a complete earlier request still waits for its response.
  const isTaken =
    current !== undefined &&
    !current.closed &&
    (current.headersSent || current.req.complete || current.socket === null);
  if (!socket.writable || code === 'ECONNRESET' || isTaken) {
    socket.destroy();
    return;
  }
  const error = errorOf(code);
  const body = bodyOf(error);
  const head = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${head.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
