import type { Request, Response } from 'express';
import express from 'express';
import { AppError } from '../errors/app-error.js';

interface BodyError {
  readonly type?: string;
  readonly limit?: number;
  /** Set by zlib, where the body isn't what its Content-Encoding says. */
  readonly code?: unknown;
  readonly status?: number;
}

/** Says what was wrong with a body that Express could not read; undefined for anything else. */
export function bodyError(thrown: unknown): AppError | undefined {
  const { type, limit, code, status } = (thrown ?? {}) as BodyError;
  switch (type) {
    case 'entity.too.large':
      return new AppError('BODY_TOO_LARGE', `The body is too large; at most ${limit} bytes are taken.`);
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body’s encoding or character set is not taken; send UTF-8, plain or gzip.');
    case 'entity.parse.failed':
    case 'entity.verify.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return new AppError('INVALID_JSON', 'The body is not valid JSON.', { details: ['the body is not valid JSON'] });
    default:
      return code !== undefined && status === 400 ? new AppError('INVALID_JSON', 'The body is not what its Content-Encoding says.', { details: ['the body can’t be decompressed'] }) : undefined;
  }
}

/**
 * Reads a JSON body of at most this many bytes; undefined where none came.
 * @throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, INVALID_JSON
 */
export async function readJson(request: Request, response: Response, limit: number): Promise<unknown> {
  const empty = request.headers['content-length'] === '0' || (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined);
  if (empty) return undefined;
  if (!request.is(['json', '+json'])) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON, sent as application/json.');
  await new Promise<void>((resolve, reject) => {
    express.json({ limit, strict: false, type: () => true })(request, response, (error?: unknown) => {
      if (error) reject(bodyError(error) ?? (error as Error));
      else resolve();
    });
  });
  return request.body as unknown;
}
