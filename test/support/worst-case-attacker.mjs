// One account at one address that sends the most expensive requests, in a separate process: `fork(…)`. The first
// message is { url, bearer, address, publisher, node, archives }. Then { active: true } starts it, and { active: false
// } stops it, which is answered with the number of requests by attack and status.
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { connect } from 'node:net';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const [{ url, bearer, address, publisher, node, archives }] = await once(process, 'message');
const { hostname, port } = new URL(url.replace('localhost', '127.0.0.1'));
const agent = new Agent({ keepAlive: true, maxSockets: 40 });
const counts = {};
let isActive = false;
let ordinal = 0;

/** @returns the status and, unless it is large, the parsed body */
const send = (name, method, path, { body, raw, headers = {}, isSigned = true } = {}) =>
  new Promise((resolve) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const done = (status, text = '') => {
      counts[`${name}: ${status}`] = (counts[`${name}: ${status}`] ?? 0) + 1;
      let parsed;
      try {
        parsed = JSON.parse(text);
      } catch {
        // The body is not needed.
      }
      resolve({ status, body: parsed });
    };
    const asked = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        headers: {
          'x-forwarded-for': address,
          ...(isSigned ? { authorization: `Bearer ${bearer}` } : {}),
          ...(sent === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (more) => text.length < 1e6 && (text += more.toString('latin1')));
        response.on('error', () => done('cut')).on('end', () => done(response.statusCode, text));
      },
    );
    asked.on('error', () => done('failed'));
    asked.end(sent);
  });

const graph = (name, query, more = {}) => send(name, 'POST', '/graphql', { body: { query, ...more }, isSigned: false });
const word = () =>
  randomUUID()
    .replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)])
    .replaceAll('-', '');
const publish = async (fields = {}, prefix = '') => {
  const { body } = await send('publish', 'POST', `/publishers/${prefix}${publisher}/nodes/${prefix}${node}/versions`, {
    body: { node: { id: prefix + node }, node_version: { version: `1.0.${ordinal++}`, ...fields } },
  });
  return body?.signedUrl ? new URL(body.signedUrl) : undefined;
};

const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
await once(hanging, 'listening');
const slow = new Set();

/** The attacks. Each is repeated after the given milliseconds. */
const ATTACKS = {
  'slow uploads': [
    async () => {
      if (slow.size >= 16) return;
      // They occupy the upload slots of another publisher of the account, so that archives of this one are still
      // accepted.
      const signedUrl = await publish({}, 'slow-');
      if (!signedUrl) return;
      const socket = connect(Number(port), hostname);
      slow.add(socket);
      socket.on('error', () => undefined).on('close', () => slow.delete(socket));
      socket.write(
        `PUT ${signedUrl.pathname}${signedUrl.search} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/zip\r\nContent-Length: 1000000\r\n\r\nPK\x03\x04`,
      );
    },
    100,
  ],
  archives: [
    async () => {
      const signedUrl = await publish();
      if (!signedUrl) return;
      const raw = Buffer.from(archives[ordinal % archives.length], 'base64');
      await send('archives', 'PUT', signedUrl.pathname + signedUrl.search, {
        raw,
        headers: { 'content-type': 'application/zip', 'content-length': raw.length },
        isSigned: false,
      });
    },
    200,
  ],
  'long versions': [
    async () => {
      await publish({ dependencies: Array.from({ length: 60 }, () => 'x'.repeat(1000)) });
      await send('long versions', 'GET', `/nodes/${node}/versions?statuses=NodeVersionStatusPending&x=${word()}`, {
        isSigned: false,
      });
    },
    300,
  ],
  words: [
    async () => {
      const description = Array.from({ length: 1000 }, word).join(' ');
      await send('words', 'PUT', `/publishers/${publisher}/nodes/${node}`, { body: { description } });
      await send('words', 'GET', `/nodes/search?search=${word().slice(0, 9)}`, { isSigned: false });
    },
    300,
  ],
  'misspelt searches': [
    async () => {
      for (const count of [35, 3])
        await graph(
          'misspelt searches',
          `{ ${Array.from({ length: count }, (_, at) => `s${at}: searchNodes(search: "${word().slice(0, 12)}") { total }`).join(' ')} }`,
        );
    },
    100,
  ],
  'idempotency keys': [
    async () =>
      send('idempotency keys', 'POST', '/graphql', {
        body: { query: '{ nodes(limit: 100) { nodes { id name description } } }' },
        headers: { 'idempotency-key': randomUUID() },
        isSigned: false,
      }),
    20,
  ],
  'persisted queries': [
    async () => {
      const query = `{ nodes { total } } # ${word().repeat(1000)}`;
      const sha256Hash = createHash('sha256').update(query).digest('hex');
      await graph('persisted queries', query, { extensions: { persistedQuery: { version: 1, sha256Hash } } });
    },
    50,
  ],
  snapshots: [async () => send('snapshots', 'GET', '/snapshot.ndjson.gz', { isSigned: false }), 200],
  webhooks: [
    async () =>
      send('webhooks', 'POST', `/publishers/${publisher}/webhooks`, {
        body: { url: `http://127.0.0.1:${hanging.address().port}/${word()}` },
      }),
    1000,
  ],
  'video tasks': [
    async () => {
      const images = ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='];
      const { body } = await send('video tasks', 'POST', '/proxy/video/start-end2video', {
        body: { model: 'm', prompt: 'p', images },
        isSigned: false,
      });
      for (let poll = 0; body?.task_id && poll < 20; poll++)
        await send('video polls', 'GET', `/proxy/video/tasks/${body.task_id}/creations`, { isSigned: false });
    },
    200,
  ],
  installs: [
    async () => {
      for (const method of ['GET', 'HEAD'])
        await send('installs', method, '/nodes/honest/install', { isSigned: false });
    },
    10,
  ],
  translations: [
    async () =>
      send('translations', 'POST', '/nodes/honest/translations', {
        body: { data: { de: { name: word() } } },
        isSigned: false,
      }),
    50,
  ],
};

const forever = async ([attack, pauseMs]) => {
  for (;;) {
    if (isActive) await attack();
    await wait(pauseMs);
  }
};
for (const attack of Object.values(ATTACKS)) void forever(attack);

process.on('message', ({ active }) => {
  isActive = active;
  if (!active) for (const socket of slow) socket.destroy();
  process.send(counts);
});
process.on('disconnect', () => process.exit());
process.send('ready');
