import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Readable } from 'node:stream';
import { AppError } from '../errors/app-error.js';

/** An answer of bytes instead of JSON; stretches of it may be asked for. */
export class FileAnswer {
  constructor(
    readonly file: {
      readonly name: string;
      readonly type: string;
      readonly size: number;
      /** Names just these bytes. */
      readonly etag: string;
      /** Whether shared caches may keep it. */
      readonly isPublic: boolean;
      readonly open: (range?: { readonly start: number; readonly end: number }) => Promise<Readable>;
    },
  ) {}
}

const quoted = (name: string): string => `attachment; filename="${name.replace(/[^A-Za-z0-9._+-]/g, '_')}"`;

/**
 * The one stretch that is asked for; undefined where the whole is: where nothing is asked that can be understood, or
 * several at once.
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
    throw new AppError('RANGE_NOT_SATISFIABLE', 'It has no such range of bytes.');
  return { start, end };
}

/** Sends a file, or the stretch of it that is asked for. */
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
    'Content-Disposition': quoted(file.name),
    'Content-Length': String(range ? range.end - range.start + 1 : file.size),
  });
  if (range) response.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  if (stream) await pipeline(stream, response).catch(() => response.destroy());
  else response.end();
}
