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

/** How long the headers of a request may take to come; also how long a new connection may say nothing. */
const HEADERS_MS = 15_000;
const HEADERS_MAX = 16_384;
/** Longer than balancers keep an idle connection, so that they close it first. */
const IDLE_MS = 65_000;
/** How long a client may take nothing of its answer. */
const STALLED_MS = 30_000;
/** Requests that may wait behind another one on the same connection. */
const WAITING_MAX = 32;
/** What is still read of a request that was answered before it was whole, so that its sender gets to the answer. */
const LINGER_MS = 2000;
const LINGER_BYTES = 1024 * 1024;
const TELL_MS = 10_000;

/** Makes the server: one that slow and hostile clients don't keep from answering others. */
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
    // Told in our own shape instead.
    requireHostHeader: false,
  });
  server.maxConnections = settings.MAX_CONNECTIONS;
  server.on(
    'drop',
    sometimes(() =>
      log.warn({ most: settings.MAX_CONNECTIONS }, 'more connections than MAX_CONNECTIONS: new ones are closed'),
    ),
  );
  server.on('request', inTurn(checked(listener)));
  server.on('checkExpectation', (_request, response) =>
    sendRefusal(response, new AppError('EXPECTATION_FAILED', 'No expectation but 100-continue is met here.')),
  );
  server.on('clientError', answerClientError);
  server.setTimeout(stalledMs, closeStalled);
  return server;
}

function sometimes(work: () => void): () => void {
  let next = 0;
  return () => {
    if (Date.now() < next) return;
    next = Date.now() + TELL_MS;
    work();
  };
}

/** The answer that a connection gave last, or is giving. */
const latest = new WeakMap<Socket, ServerResponse>();
const waiting = new WeakMap<Socket, number>();

/**
 * One request of a connection after the other: who sends many without waiting for answers has no more done at once than
 * who waits, and only so many are kept for him.
 */
function inTurn(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    const before = latest.get(socket);
    latest.set(socket, response);
    // Without a socket it stands behind another one's answer.
    if (response.socket !== null || before === undefined) {
      listener(request, response);
      return;
    }
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > WAITING_MAX) {
      if (count > WAITING_MAX + 1) return;
      // Nothing more of it is read; the others are answered first.
      socket.pause();
      sendRefusal(
        response,
        new AppError('RATE_LIMITED', `At most ${WAITING_MAX} requests may wait on one connection.`, { retryAfter: 1 }),
      );
      return;
    }
    before.once('close', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      if (!socket.destroyed) listener(request, response);
    });
  };
}

function checked(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { headers } = request;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
      response.once('finish', () => linger(request));
    if (headers.host === undefined && request.httpVersionMinor > 0)
      sendRefusal(response, new AppError('MALFORMED_REQUEST', 'A request of HTTP/1.1 names its Host.'));
    else listener(request, response);
  };
}

/**
 * Reads what still comes of an answered request, for a while: closed at once, the connection could end before its
 * answer was read.
 */
function linger(request: IncomingMessage): void {
  if (request.complete) return;
  const { socket } = request;
  const began = socket.bytesRead;
  const deadline = Date.now() + LINGER_MS;
  const look = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(look);
    else if (Date.now() > deadline || socket.bytesRead - began > LINGER_BYTES) socket.destroy();
  }, 25).unref();
}

/** Ends connections that take nothing of their answer, or have none to wait for. */
function closeStalled(socket: Socket): void {
  const isWorking = latest.get(socket)?.closed === false;
  if (!isWorking || socket.writableLength > 0) socket.destroy();
}

/** The error behind what made no request. */
function errorOf(code: string | undefined): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('REQUEST_TIMEOUT', 'The request did not come in time.');
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('HEADERS_TOO_LARGE', `The headers are too large; at most ${HEADERS_MAX} bytes are taken.`);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('BODY_TOO_LARGE', 'The extensions of the chunks are too large.');
    default:
      return new AppError('MALFORMED_REQUEST', 'This is no request of HTTP/1.1.');
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

/** Answers a request that nobody else sees, and ends its connection. */
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
 * Answers what made no request, in the shape of other errors. What was sent is told to nobody: it may hold a
 * credential.
 */
function answerClientError(thrown: Error, duplex: object): void {
  const socket = duplex as Socket;
  if (refused.has(socket)) return;
  refused.add(socket);
  const { code } = thrown as NodeJS.ErrnoException;
  const current = latest.get(socket);
  // An answer that is under way can't be begun anew, and that of a whole request is not this one's.
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
