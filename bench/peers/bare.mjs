// Peer (a): node:http and pg, one prepared statement an endpoint: the limit of asking the database each time.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { listOf, nodeOf, REVISION, searchOf } from './bare-statements.mjs';
import { endWithParent, ready } from './serve.mjs';

const poolOf = (settings) =>
  new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: `-c timezone=UTC ${settings}` });

// Lists are planned once a connection, and joined row by row; searches are planned by the word each time: the faster
// way for each.
const listPool = poolOf('-c plan_cache_mode=force_generic_plan -c enable_hashjoin=off -c enable_mergejoin=off');
const searchPool = poolOf('-c plan_cache_mode=force_custom_plan');
const names = new Map();

/** Runs a statement by the name of its text, so that it is parsed once a connection. */
function prepared(text, values, pool = listPool) {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `s${names.size}`));
  return pool.query({ name, text, values, rowMode: 'array' });
}

const query = (url) => new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

function answer(response, body, headers) {
  if (body === undefined) response.writeHead(404).end();
  else
    response
      .writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
        ...headers,
      })
      .end(body);
}

/** The ETag of a request at the database's revision. */
async function etagOf(url) {
  const { rows } = await prepared(REVISION, []);
  return `W/"${rows[0][0]}-${createHash('sha1').update(url).digest('base64url').slice(0, 16)}"`;
}

async function handle(request, response) {
  const { url } = request;
  const known = request.headers['if-none-match'];
  // Its one statement an endpoint tells it whether the bytes are the same; taught so, it asks for the revision first.
  const asked = known !== undefined && request.headers['x-bare'] === 'revision' ? await etagOf(url) : undefined;
  if (asked !== undefined && asked === known) {
    response.writeHead(304, { ETag: asked }).end();
    return;
  }
  let found;
  if (url.startsWith('/nodes/search')) found = { ...searchOf(query(url)), pool: searchPool };
  else if (url === '/nodes' || url.startsWith('/nodes?')) found = listOf(query(url));
  else found = nodeOf(decodeURIComponent(url.slice('/nodes/'.length)));
  const { rows } = await prepared(found.text, found.values, found.pool);
  const body = found.bodyOf(rows);
  const etag =
    asked ??
    (known === undefined || body === undefined
      ? undefined
      : `"${createHash('sha1').update(body).digest('base64url')}"`);
  if (etag !== undefined && etag === known) response.writeHead(304, { ETag: etag }).end();
  else answer(response, body, etag === undefined ? {} : { ETag: etag });
}

const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    response.writeHead(500).end();
  });
});
endWithParent();
server.listen(0, '127.0.0.1', () => ready(server.address().port));
