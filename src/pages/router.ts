import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { Answer, type Encoding } from '../fast-path/answer.js';
import type { Scope } from '../request/scope.js';
import { isCurrent } from '../rest/etag.js';
import type { AssetFile, PageBundle } from './bundle.js';
import type { PageReads } from './page-reads.js';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0a53be"/><path d="M9 10h14v5H9zm0 8h9v5H9z" fill="#fff"/></svg>\n`;

/** Serves the files of the pages, and every request for a page that the fast path passes on. */
export function pageRouter({ files }: PageBundle, reads: PageReads, scopeOf: (request: Request) => Scope): Router {
  const router = express.Router();
  const assets = new Map(files.map((file) => [file.path, assetOf(file)]));
  router.get('/icon.svg', (_request, response) =>
    response.set('Cache-Control', 'public, max-age=86400').type('image/svg+xml').send(ICON),
  );
  router.use(async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const asset = assets.get(request.path);
    const { response: page, answer = asset } = asset ? {} : await reads.page(request.originalUrl, scopeOf(request));
    if (!answer) return next();
    if (answer.facts.etag !== undefined && isCurrent(request, answer.facts.etag)) {
      response.status(304).set('ETag', answer.facts.etag).end();
      return;
    }
    await send(request, response.status(page?.status ?? 200), answer);
  });
  return router;
}

/** Shows browsers a page, instead of an error as JSON, at paths where there is nothing. Mounted after all routes. */
export function missingPage(reads: PageReads, scopeOf: (request: Request) => Scope): RequestHandler {
  return async (request, response, next) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    response.vary('Accept');
    if (!isReading || request.accepts(['json', 'html']) !== 'html') return next();
    await send(request, response.status(404), await reads.missing(request.originalUrl, scopeOf(request)));
  };
}

async function send(request: Request, response: Response, answer: Answer): Promise<void> {
  const encoding = request.acceptsEncodings(['br', 'gzip', 'identity']) as Encoding | false;
  const { headers, body } = await answer.form(encoding || 'identity');
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
  response.end(Buffer.isBuffer(body) || typeof body === 'string' ? body : body.bytes());
}

/** A file whose name contains a hash of its content, so it never changes. */
function assetOf({ type, content }: AssetFile): Answer {
  const asset = new Answer(content, {
    route: '/assets/{file}',
    type,
    isKept: true,
    headers: ['Cache-Control', 'public, max-age=31536000, immutable'],
  });
  asset.encodeBody();
  return asset;
}
