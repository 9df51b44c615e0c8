import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Request, type Router } from 'express';
import { type RuruClientConfig, ruruHTML } from 'ruru/server';
import { serveStatic } from 'ruru/static';

const require = createRequire(import.meta.url);

/** Where the playground's own files are served. */
const PLAYGROUND_FILES = '/graphql-playground/';

// The pages' programs start from a script in the page; nothing comes from another host.
const PAGE_POLICY = "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

// What the playground begins with: the round trip that REST can't make.
const FIRST_QUERY = `# Ctrl-Enter runs this. Ctrl-Space completes. Writes need a header: {"Authorization": "Bearer …"}
{
  nodes(limit: 5, sort: ["downloads;desc"]) {
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

const DOCUMENTATION = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Extension Registry: REST interface</title>
  <link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
  <div id="interface"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#interface', deepLinking: true, validatorUrl: null });</script>
</body>
</html>
`;

/** True for a browser that wants to see a page, not an answer of GraphQL. */
function wantsPage(request: Request): boolean {
  return request.method === 'GET' && request.query['query'] === undefined && request.accepts(['application/json', 'application/graphql-response+json', 'text/html']) === 'text/html';
}

/** The pages for people: the GraphQL playground and the documentation of the REST interface. All their files are ours to serve. */
export function pages(openApi: object): Router {
  const router = express.Router();
  const playground = ruruHTML({ endpoint: '/graphql', staticPath: PLAYGROUND_FILES, clientConfig: { defaultQuery: FIRST_QUERY } as RuruClientConfig });

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

  router.get('/openapi.json', (_request, response) => void response.json(openApi));
  router.get(['/docs', '/docs/'], (_request, response) => void response.set('Content-Security-Policy', PAGE_POLICY).type('html').send(DOCUMENTATION));
  router.use('/docs', express.static(dirname(require.resolve('swagger-ui-dist/package.json')), { index: false, maxAge: '1d' }));
  router.get('/', (_request, response) => response.redirect('/docs'));
  return router;
}
