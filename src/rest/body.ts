import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import { AppError, invalidInput } from '../errors/app-error.js';

const TOO_MANY = 'the body contains too many values';
const SEPARATORS_MAX = 100_000;
/** As bytes, because searching a buffer for a byte is several times faster than for a string. */
const SEPARATORS = [...',[{'].map((separator) => separator.charCodeAt(0));
/** Bodies above this number of bytes are large, and at most LARGE_AT_ONCE of them are read at the same time. */
const SMALL = 1024 * 1024;
const LARGE_AT_ONCE = 8;
/** A compressed body may reach the limit of its endpoint if that is at most this, and SMALL otherwise. */
const DECOMPRESSED_MAX = 2 * SMALL;
/** Limit of the bytes of all bodies that are buffered at the same time. */
const BUFFERED_MAX = 256 * 1024 * 1024;

let large = 0;
let buffered = 0;

/** Bodies that were read before Express handles the request, or the error of reading them. */
const readBefore = new WeakMap<IncomingMessage, Buffer | AppError>();

/** Stores a body that was read before Express handles the request. It must be UTF-8 and without a Content-Encoding. */
export function setBody(request: IncomingMessage, body: Buffer): void {
  readBefore.set(request, body);
}

/** Decodes a body, without its byte order mark. */
export function textOf(body: Buffer): string {
  return body.toString('utf8').replace(/^\uFEFF/, '');
}

function parseGiven(request: Request, body: Buffer, limit: number, next: (error?: unknown) => void): void {
  try {
    if (body.length > limit) throw tooLarge(limit);
    assertFewValues(undefined, undefined, body);
    request.body = body.length === 0 ? undefined : (JSON.parse(textOf(body)) as unknown);
  } catch (error) {
    next(
      error instanceof AppError
        ? error
        : error instanceof SyntaxError
          ? { type: 'entity.parse.failed' }
          : { type: 'entity.verify.failed' },
    );
    return;
  }
  next();
}

interface BodyError {
  readonly type?: string;
  readonly limit?: number;
  /** Set by zlib if the body can't be decompressed. */
  readonly code?: unknown;
  readonly status?: number;
}

/** Converts an error of reading a body to an error for the caller; returns `undefined` for other errors. */
export function bodyError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  const { type, limit, code, status } = (thrown ?? {}) as BodyError;
  switch (type) {
    case 'entity.too.large':
      return tooLarge(limit!);
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError(
        'UNSUPPORTED_MEDIA_TYPE',
        'The encoding or character set of the body is not supported. Send UTF-8, uncompressed or with gzip.',
      );
    case 'entity.verify.failed':
      return invalidInput([TOO_MANY]);
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return new AppError('INVALID_JSON', 'The body is not valid JSON.', { details: ['the body is not valid JSON'] });
    default:
      return code !== undefined && status === 400
        ? new AppError('INVALID_JSON', 'The body can’t be decompressed as its Content-Encoding says.', {
            details: ['the body can’t be decompressed'],
          })
        : undefined;
  }
}

/**
 * Refuses bodies with too many values before they are parsed, because parsing them would take long. Counts the
 * characters that separate JSON values; inline images in Base64 contain none of them.
 */
function assertFewValues(_request: unknown, _response: unknown, body: Buffer): void {
  let left = SEPARATORS_MAX;
  for (const separator of SEPARATORS) {
    for (let at = body.indexOf(separator); at !== -1; at = body.indexOf(separator, at + 1))
      if (left-- === 0) throw new Error(TOO_MANY);
  }
}

const tooLarge = (limit: number): AppError =>
  new AppError('BODY_TOO_LARGE', `The body is too large. The limit is ${limit} bytes.`);

const tooMany = (what: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', `Too many ${what} are being read. Retry in a moment.`, { retryAfter: 1 });

/** A body times out when it is later than PACE requires by more than this time. */
const GRACE_MS = 30_000;
/** Minimum transfer rate in bytes per millisecond: 1 Mbit/s. */
const PACE = 125;

/** Callbacks of a watched body. */
interface Watched {
  /** Called at most once: if the body is too large or too slow, or if too many bodies are being read. */
  readonly refuse: (error: AppError) => void;
  /** Called when the body exceeds SMALL. */
  readonly grow?: () => void;
}

/**
 * Enforces the limits of a body while another function reads it.
 * @returns a function that stops enforcing them
 */
function watch(request: IncomingMessage, limit: number, { refuse, grow }: Watched, graceMs = GRACE_MS): () => void {
  const began = Date.now();
  let own = 0;
  const end = (): void => {
    clearInterval(clock);
    request.off('data', count).off('close', end);
    buffered -= own;
    own = 0;
  };
  const fail = (error: AppError): void => {
    end();
    refuse(error);
  };
  const count = ({ length }: Buffer): void => {
    const before = own;
    own += length;
    buffered += length;
    if (own > limit) fail(tooLarge(limit));
    else if (buffered > BUFFERED_MAX) fail(tooMany('bodies'));
    else if (before <= SMALL && own > SMALL && large === LARGE_AT_ONCE) fail(tooMany('large bodies'));
    else if (before <= SMALL && own > SMALL) grow?.();
  };
  const clock = setInterval(() => {
    if (own < (Date.now() - began - graceMs) * PACE)
      fail(new AppError('REQUEST_TIMEOUT', 'The body did not arrive in time.'));
  }, graceMs / 30).unref();
  request.on('data', count).once('close', end);
  return end;
}

/**
 * Reads a body before Express handles the request, and passes it to Express. The body must be UTF-8 and without a
 * Content-Encoding.
 * @param done called with the body, or with `undefined` if reading failed; the handler in Express then reports the
 *   error
 */
export function readBody(request: IncomingMessage, limit: number, done: (body: Buffer | undefined) => void): void {
  const chunks: Buffer[] = [];
  let isOver = false;
  const give = (body: Buffer | AppError): void => {
    if (isOver) return;
    isOver = true;
    unwatch();
    readBefore.set(request, body);
    done(body instanceof Buffer ? body : undefined);
  };
  const unwatch = watch(request, limit, { refuse: give });
  request.on('data', (chunk: Buffer) => isOver || chunks.push(chunk));
  request.on('end', () => give(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
}

/**
 * Creates a reader of JSON bodies. Compressed bodies have a lower limit if the limit is above DECOMPRESSED_MAX, because
 * a small compressed body can be large after decompression. The number of large bodies that are read at the same time
 * is limited. Bodies are refused as soon as they exceed a limit.
 * @param limit in bytes
 * @param graceMs how long a body may be slower than the minimum rate
 */
export function jsonReader(limit: number, graceMs = GRACE_MS): RequestHandler {
  const common = { strict: false, verify: assertFewValues, type: () => true };
  const read = boundedReader(limit, (most) => express.json({ ...common, limit: most }), graceMs);
  return (request, response, next) => {
    const given = readBefore.get(request);
    if (given instanceof Buffer) parseGiven(request, given, limit, next);
    else if (given) next(given);
    else void read(request, response, next);
  };
}

function boundedReader(limit: number, readerOf: (limit: number) => RequestHandler, graceMs = GRACE_MS): RequestHandler {
  const plain = readerOf(limit);
  const compressedLimit = limit <= DECOMPRESSED_MAX ? limit : SMALL;
  const compressed = readerOf(compressedLimit);
  return (request, response, next) => {
    const isCompressed = (request.headers['content-encoding'] ?? 'identity') !== 'identity';
    const most = isCompressed ? compressedLimit : limit;
    const length = Number(request.headers['content-length'] ?? Infinity);
    if (length !== Infinity && length > most) {
      next(tooLarge(most));
      return;
    }
    // The request is not counted in `large` yet, because nothing is buffered.
    if (length !== Infinity && length > SMALL && large === LARGE_AT_ONCE) {
      next(tooMany('large bodies'));
      return;
    }
    const grow = (): void => {
      large++;
      response.once('close', () => large--);
    };
    let isOver = false;
    const once = (error?: unknown): void => {
      if (isOver) return;
      isOver = true;
      unwatch();
      next(error);
    };
    const unwatch = watch(request, most, { refuse: once, grow }, graceMs);
    void (isCompressed ? compressed : plain)(request, response, once);
  };
}

const passed = (read: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    void read(request, response, (error?: unknown) => {
      if (error) reject(bodyError(error) ?? (error as Error));
      else resolve();
    });
  });

/**
 * Reads a body of at most this many bytes, decompressed but not parsed.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, INVALID_JSON if it can't be decompressed
 */
export async function readBytes(request: Request, response: Response, limit: number): Promise<Buffer> {
  const charset = /charset=\s*"?([\w-]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw bodyError({ type: 'charset.unsupported' })!;
  await passed(
    boundedReader(limit, (most) => express.raw({ limit: most, type: () => true })),
    request,
    response,
  );
  const body: unknown = request.body;
  request.body = undefined;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** True if a request has a body. @throws UNSUPPORTED_MEDIA_TYPE if the body is not JSON */
function hasJson(request: Request): boolean {
  const empty =
    request.headers['content-length'] === '0' ||
    (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined);
  if (!empty && !request.is(['json', '+json']))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON, sent as application/json.');
  return !empty;
}

/**
 * Reads a JSON body of at most this many bytes without parsing it, for endpoints with their own parser. Returns
 * `undefined` if the request has no body.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, INVALID_JSON if it can't be decompressed
 */
export async function readJsonBytes(request: Request, response: Response, limit: number): Promise<Buffer | undefined> {
  if (!hasJson(request)) return undefined;
  const given = readBefore.get(request);
  if (given instanceof AppError) throw given;
  if (given && given.length > limit) throw tooLarge(limit);
  return given ?? (await readBytes(request, response, limit));
}

/**
 * Reads a JSON body of at most this many bytes. Returns `undefined` if the request has no body.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, INVALID_JSON
 */
export async function readJson(request: Request, response: Response, limit: number): Promise<unknown> {
  if (!hasJson(request)) return undefined;
  await passed(jsonReader(limit), request, response);
  return request.body as unknown;
}
