import express, { type Request, type Router } from 'express';
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
    const encoding = request.acceptsEncodings(['br', 'gzip', 'identity']) as Encoding | false;
    const { headers, body } = await answer.form(encoding || 'identity');
    for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
    response.status(page?.status ?? 200).end(Buffer.isBuffer(body) || typeof body === 'string' ? body : body.bytes());
  });
  return router;
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
