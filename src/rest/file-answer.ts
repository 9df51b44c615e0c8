import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Readable } from 'node:stream';
import { AppError } from '../errors/app-error.js';

/** A response that is a file instead of JSON. Supports range requests. */
export class FileAnswer {
  constructor(
    readonly file: {
      readonly name: string;
      readonly type: string;
      readonly size: number;
      /** A strong validator of the content. */
      readonly etag: string;
      /** True if shared caches may store the file. */
      readonly isPublic: boolean;
      readonly open: (range?: { readonly start: number; readonly end: number }) => Promise<Readable>;
    },
  ) {}
}

const contentDisposition = (name: string): string => `attachment; filename="${name.replace(/[^A-Za-z0-9._+-]/g, '_')}"`;

/**
 * Parses the Range header. Returns `undefined`, for the whole file, if there is no valid range or there are several.
 * @throws RANGE_NOT_SATISFIABLE
 */
function rangeOf({ method, headers }: Request, size: number, etag: string): { start: number; end: number } | undefined {
  const asked =
    method === 'GET' && (headers['if-range'] === undefined || headers['if-range'] === etag)
      ? /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '')
      : null;
  if (!asked || (asked[1] === '' && asked[2] === '')) return undefined;
  const [first, last] = [asked[1]!, asked[2]!].map((digits) => (digits === '' ? undefined : Number(digits)));
  if (first !== undefined && last !== undefined && last < first) return undefined;
  const start = first ?? Math.max(0, size - last!);
  const end = first === undefined || last === undefined ? size - 1 : Math.min(last, size - 1);
  if (start >= size || (first === undefined && last === 0))
    throw new AppError('RANGE_NOT_SATISFIABLE', 'The requested range is outside of the file.');
  return { start, end };
}

/** Sends a file, or the requested range of it. */
export async function sendFile(request: Request, response: Response, { file }: FileAnswer): Promise<void> {
  const etag = `"${file.etag}"`;
  response.set({
    ETag: etag,
    'Cache-Control': file.isPublic ? 'public, no-cache, no-transform' : 'private, no-store, no-transform',
    'Accept-Ranges': 'bytes',
  });
  if (
    (request.headers['if-none-match'] ?? '')
      .split(',')
      .some((one) => [etag, '*'].includes(one.trim().replace(/^W\//, '')))
  ) {
    response.status(304).end();
    return;
  }
  response.set('Content-Range', `bytes */${file.size}`);
  const range = rangeOf(request, file.size, etag);
  response.removeHeader('Content-Range');
  const stream = request.method === 'HEAD' ? undefined : await file.open(range);
  response.status(range ? 206 : 200).set({
    'Content-Type': file.type,
    'Content-Disposition': contentDisposition(file.name),
    'Content-Length': String(range ? range.end - range.start + 1 : file.size),
  });
  if (range) response.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  if (stream) await pipeline(stream, response).catch(() => response.destroy());
  else response.end();
}
