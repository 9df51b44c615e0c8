import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import { AppError, invalidInput } from '../errors/app-error.js';

const TOO_MANY = 'the body holds more values than are taken';
const SEPARATORS_MAX = 100_000;
/** As bytes, which are found several times faster than texts. */
const SEPARATORS = [...',[{'].map((separator) => separator.charCodeAt(0));
/** Bytes of a body that any number of callers may send at once. */
const SMALL = 1024 * 1024;
const LARGE_AT_ONCE = 8;
/** Bytes of bodies that are held at once, while they come. */
const HELD_MAX = 256 * 1024 * 1024;

let large = 0;
let held = 0;

/** Bodies that were read before the framework, or why they were not. */
const readBefore = new WeakMap<IncomingMessage, Buffer | AppError>();

/**
 * Gives the framework a body that was read already, which was neither packed nor in another character set than UTF-8.
 */
export function giveBody(request: IncomingMessage, body: Buffer): void {
  readBefore.set(request, body);
}

/** A body's text, without the mark that some put before it. */
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
  /** Set by zlib, where the body isn't what its Content-Encoding says. */
  readonly code?: unknown;
  readonly status?: number;
}

/** Says what was wrong with a body that Express could not read; undefined for anything else. */
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
        'The body’s encoding or character set is not taken; send UTF-8, plain or gzip.',
      );
    case 'entity.verify.failed':
      return invalidInput([TOO_MANY]);
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return new AppError('INVALID_JSON', 'The body is not valid JSON.', { details: ['the body is not valid JSON'] });
    default:
      return code !== undefined && status === 400
        ? new AppError('INVALID_JSON', 'The body is not what its Content-Encoding says.', {
            details: ['the body can’t be decompressed'],
          })
        : undefined;
  }
}

/**
 * Refuses what would take long to parse and be refused after it: more values than anybody needs. Base64 has none of
 * these.
 */
function assertFewValues(_request: unknown, _response: unknown, body: Buffer): void {
  let left = SEPARATORS_MAX;
  for (const separator of SEPARATORS) {
    for (let at = body.indexOf(separator); at !== -1; at = body.indexOf(separator, at + 1))
      if (left-- === 0) throw new Error(TOO_MANY);
  }
}

const tooLarge = (limit: number): AppError =>
  new AppError('BODY_TOO_LARGE', `The body is too large; at most ${limit} bytes are taken.`);

const tooMany = (what: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', `Too many ${what} are being read; try again in a moment.`, { retryAfter: 1 });

/** How long a body may come slower than PACE; then it is late. */
const GRACE_MS = 30_000;
/** Bytes a millisecond: 1 Mbit/s. */
const PACE = 125;

/** What a watch of a body tells. */
interface Watched {
  /** Told once, where it is larger than the limit, late, or one too many. */
  readonly refuse: (error: AppError) => void;
  /** Told where it turns out to be a large one. */
  readonly grow?: () => void;
}

/**
 * Watches a body that somebody else reads.
 * @returns ends the watch
 */
function watch(request: IncomingMessage, limit: number, { refuse, grow }: Watched, graceMs = GRACE_MS): () => void {
  const began = Date.now();
  let own = 0;
  const end = (): void => {
    clearInterval(clock);
    request.off('data', count).off('close', end);
    held -= own;
    own = 0;
  };
  const fail = (error: AppError): void => {
    end();
    refuse(error);
  };
  const count = ({ length }: Buffer): void => {
    const before = own;
    own += length;
    held += length;
    if (own > limit) fail(tooLarge(limit));
    else if (held > HELD_MAX) fail(tooMany('bodies'));
    else if (before <= SMALL && own > SMALL && large === LARGE_AT_ONCE) fail(tooMany('large bodies'));
    else if (before <= SMALL && own > SMALL) grow?.();
  };
  const clock = setInterval(() => {
    if (own < (Date.now() - began - graceMs) * PACE)
      fail(new AppError('REQUEST_TIMEOUT', 'The body did not come in time.'));
  }, graceMs / 30).unref();
  request.on('data', count).once('close', end);
  return end;
}

/**
 * Reads a body before the framework, to which it is given, too: one that is neither packed nor in another character set
 * than UTF-8.
 * @param done told when it is there; undefined where the framework is to say why it is not
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
 * A reader of JSON bodies of at most this many bytes. Compressed ones, which cost their sender little, are held to
 * less, and only so many large ones are read at once. What is too large or too slow is refused at once, not when it is
 * over.
 * @param graceMs how long a body may come slowly
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
  const packedLimit = Math.min(limit, SMALL);
  const packed = readerOf(packedLimit);
  return (request, response, next) => {
    const isPacked = (request.headers['content-encoding'] ?? 'identity') !== 'identity';
    const most = isPacked ? packedLimit : limit;
    const length = Number(request.headers['content-length'] ?? Infinity);
    if (length !== Infinity && length > most) {
      next(tooLarge(most));
      return;
    }
    // What is large only by its own account holds nothing yet.
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
    void (isPacked ? packed : plain)(request, response, once);
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
 * Reads a body of at most this many bytes as it came, but for its packing.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, INVALID_JSON for a broken packing
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

/**
 * Reads a JSON body of at most this many bytes; undefined where none came.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, INVALID_JSON
 */
export async function readJson(request: Request, response: Response, limit: number): Promise<unknown> {
  const empty =
    request.headers['content-length'] === '0' ||
    (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined);
  if (empty) return undefined;
  if (!request.is(['json', '+json']))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON, sent as application/json.');
  await passed(jsonReader(limit), request, response);
  return request.body as unknown;
}
