// Peer (a): node:http and pg, one prepared statement per endpoint: the fastest server that queries the database for
// every request.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { listOf, nodeOf, REVISION, searchOf } from './bare-statements.mjs';
import { endWithParent, ready } from './serve.mjs';

const poolOf = (settings) =>
  new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: `-c timezone=UTC ${settings}` });

// Each pool uses the settings that measured fastest: generic plans with nested loops for lists, and a custom plan per
// word for searches.
const listPool = poolOf('-c plan_cache_mode=force_generic_plan -c enable_hashjoin=off -c enable_mergejoin=off');
const searchPool = poolOf('-c plan_cache_mode=force_custom_plan');
const names = new Map();

/** Runs a named prepared statement, which is parsed once per connection. */
function prepared(text, values, pool = listPool) {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `s${names.size}`));
  return pool.query({ name, text, values, rowMode: 'array' });
}

const query = (url) => new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

function respond(response, body, headers) {
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

/** The ETag of a URL at the current revision. */
async function etagOf(url) {
  const { rows } = await prepared(REVISION, []);
  return `W/"${rows[0][0]}-${createHash('sha1').update(url).digest('base64url').slice(0, 16)}"`;
}

async function handle(request, response) {
  const { url } = request;
  const ifNoneMatch = request.headers['if-none-match'];
  // By default the ETag is a hash of the response. With `X-Bare: revision` it is derived from the revision, so that a
  // match needs no other statement.
  const revisionEtag =
    ifNoneMatch !== undefined && request.headers['x-bare'] === 'revision' ? await etagOf(url) : undefined;
  if (revisionEtag !== undefined && revisionEtag === ifNoneMatch) {
    response.writeHead(304, { ETag: revisionEtag }).end();
    return;
  }
  let statement;
  if (url.startsWith('/nodes/search')) statement = { ...searchOf(query(url)), pool: searchPool };
  else if (url === '/nodes' || url.startsWith('/nodes?')) statement = listOf(query(url));
  else statement = nodeOf(decodeURIComponent(url.slice('/nodes/'.length)));
  const { rows } = await prepared(statement.text, statement.values, statement.pool);
  const body = statement.bodyOf(rows);
  const etag =
    revisionEtag ??
    (ifNoneMatch === undefined || body === undefined
      ? undefined
      : `"${createHash('sha1').update(body).digest('base64url')}"`);
  if (etag !== undefined && etag === ifNoneMatch) response.writeHead(304, { ETag: etag }).end();
  else respond(response, body, etag === undefined ? {} : { ETag: etag });
}

const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    response.writeHead(500).end();
  });
});
endWithParent();
server.listen(0, '127.0.0.1', () => ready(server.address().port));
