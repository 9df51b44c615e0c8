import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Request, type Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { type RuruClientConfig, ruruHTML } from 'ruru/server';
import { serveStatic } from 'ruru/static';
import { Answer, type Encoding } from '../fast-path/answer.js';
import { graphSdl } from '../graphql/sdl.js';
import { isCurrent } from '../rest/etag.js';
import { readOnly } from '../rest/router.js';

const require = createRequire(import.meta.url);

/** The path of the playground's static files. */
const PLAYGROUND_FILES = '/graphql-playground/';

// The playground and the documentation have inline scripts. Nothing is loaded from another host.
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

// The initial query of the playground. In REST, its data takes several requests.
const FIRST_QUERY = `# Ctrl-Enter runs this. Ctrl-Space completes. Writes need a session, or a header: {"Authorization": "Bearer …"}
{
  nodes(limit: 5, orderBy: { field: downloads, direction: desc }) {
    total
    nodes {
      id
      name
      publisher { id name }
      latestVersion { version dependencies }
      versions(first: 3) { totalCount nodes { version changelog } }
      coreNodes(first: 3) { nodes { coreNodeName category } }
    }
  }
}
`;

/**
 * Makes `fetch` send the CSRF token of the session, so that users who are signed in to the registry's pages can use the
 * playground and the documentation.
 */
const sessionScript = (publicPath: string): string => `<noscript>This page needs JavaScript.</noscript>
  <script>{
    const send = window.fetch;
    const load = async () => (await (await send('${publicPath}/session', { method: 'POST' })).json()).csrfToken;
    let token;
    window.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'GET' || new URL(request.url).origin !== location.origin) return send(request);
      const value = await (token ??= load().catch(() => (token = undefined)));
      if (value && !request.headers.has('authorization')) request.headers.set('X-CSRF-Token', value);
      return send(request);
    };
  }</script>`;

const documentation = (publicPath: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Extension Registry: REST interface</title>
  <link rel="stylesheet" href="${publicPath}/docs/swagger-ui.css">
</head>
<body>
  ${sessionScript(publicPath)}
  <div id="interface"></div>
  <script src="${publicPath}/docs/swagger-ui-bundle.js"></script>
  <script>SwaggerUIBundle({ url: '${publicPath}/openapi.json', dom_id: '#interface', deepLinking: true, validatorUrl: null });</script>
</body>
</html>
`;

/** True if the request prefers HTML and has no GraphQL query. */
function wantsPage(request: Request): boolean {
  return (
    request.method === 'GET' &&
    request.query['query'] === undefined &&
    request.accepts(['application/json', 'application/graphql-response+json', 'text/html']) === 'text/html'
  );
}

/** An API description as a response, which is compressed once for each encoding. */
function descriptionOf(text: string, route: string, type: string): Answer {
  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  const description = new Answer(text, {
    route,
    type: `${type}; charset=utf-8`,
    etag,
    isKept: true,
    headers: ['ETag', etag],
  });
  description.encodeBody();
  return description;
}

/** Serves the GraphQL playground at /graphql to requests that prefer HTML, and its static files. */
function routePlayground(router: Router, publicPath: string): void {
  const playground = ruruHTML({
    endpoint: `${publicPath}/graphql`,
    staticPath: publicPath + PLAYGROUND_FILES,
    clientConfig: { defaultQuery: FIRST_QUERY } as RuruClientConfig,
  }).replace('<body>', () => `<body>${sessionScript(publicPath)}`);
  router.get('/graphql', (request, response, next) => {
    if (!wantsPage(request)) {
      next();
      return;
    }
    response.set('Content-Security-Policy', PAGE_POLICY).type('html').send(playground);
  });
  router.use((request, response, next) => {
    if (request.path.startsWith(PLAYGROUND_FILES)) serveStatic(PLAYGROUND_FILES)(request, response, next);
    else next();
  });
}

/** Serves an API description. */
function routeDescription(router: Router, path: string, type: string, text: string): void {
  const description = descriptionOf(text, path, type);
  router.get(path, async (request, response) => {
    if (isCurrent(request, description.facts.etag!)) {
      response.status(304).set('ETag', description.facts.etag).end();
      return;
    }
    const encoding = request.acceptsEncodings(['br', 'gzip', 'identity']) as Encoding | false;
    const { headers, body } = await description.form(encoding || 'identity');
    for (let at = 0; at < headers.length; at += 2) response.set(headers[at]!, headers[at + 1]);
    response.send(body);
  });
}

/** Serves the documentation of the REST API at /docs, and its static files. */
function routeDocumentation(router: Router, publicPath: string): void {
  const page = documentation(publicPath);
  router.get(
    ['/docs', '/docs/'],
    (_request, response) => void response.set('Content-Security-Policy', PAGE_POLICY).type('html').send(page),
  );
  router.use(
    '/docs',
    express.static(dirname(require.resolve('swagger-ui-dist/package.json')), { index: false, maxAge: '1d' }),
  );
  router.get('/', (_request, response) => response.redirect(`${publicPath}/docs`));
}

/**
 * Serves the GraphQL playground, the documentation of the REST API, and the descriptions of both APIs. All files are
 * local.
 * @param publicPath the path of PUBLIC_URL, which precedes all paths in links
 */
export function pages(openApi: object, schema: GraphQLSchema, publicPath: string): Router {
  const router = express.Router();
  routePlayground(router, publicPath);
  routeDescription(router, '/openapi.json', 'application/json', JSON.stringify(openApi));
  routeDescription(router, '/schema.graphql', 'text/plain', graphSdl(schema));
  routeDocumentation(router, publicPath);
  router.all(['/openapi.json', '/schema.graphql', '/docs', '/'], readOnly);
  return router;
}
