// Slow and hostile clients in a separate process: `fork(…, [port])`. The message { active: true } starts them, {
// active: false } stops them and is answered with their statistics. Their rate is limited, because the test checks that
// they don't delay other callers, not how much load the machine can handle.
import { connect } from 'node:net';
import { clearInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const EACH = 6;
const port = Number(process.argv[2]);

const post = (path, body, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
const posted = (path, body, more) => Buffer.concat([Buffer.from(post(path, body, more)), Buffer.from(body)]);
const deep = (levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const odd = (charset, body) =>
  Buffer.concat([
    Buffer.from(post('/bulk/nodes/versions', body).replace('/json\r', `/json; charset=${charset}\r`)),
    body,
  ]);
const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
const upgrade =
  'GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const chunked =
  'POST /bulk/nodes/versions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

/**
 * For each kind of client: the bytes it sends first, the bytes it continues with, the interval, whether it reads
 * responses, and the delay until it reconnects.
 */
const KINDS = {
  'slow headers': { first: 'GET /nodes HTTP/1.1\r\nHost: x\r\n', then: 'X-A: b\r\n', every: 200 },
  'slow bodies': {
    first: 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    then: ' ',
    every: 200,
  },
  'large slow bodies': {
    first: 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 19000000\r\n\r\n{',
    then: ' '.repeat(1000),
    every: 200,
  },
  'slow reads': { first: 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20), isDeaf: true },
  'nothing at all': { first: '' },
  'half-open': { first: 'GET /nodes HTTP/1.1\r\nHost: x\r\n\r\n', ends: true, again: 300 },
  upgrades: { first: upgrade, again: 300 },
  // JSON at the maximum depth, and deeper.
  'deep JSON': {
    first: posted('/graphql', `{"query":"{ __typename }","variables":{"a":${deep(49_000)}}}`),
    again: 4000,
  },
  'deeper JSON': { first: posted('/bulk/nodes/versions', `{"node_versions":${deep(100_000)}}`), again: 4000 },
  'bad percent-encoding': { first: 'GET /nodes/search?search=%E0%A4%A HTTP/1.1\r\nHost: x\r\n\r\n', again: 1500 },
  'odd character sets': {
    first: odd('shift_jis', Buffer.from([0x7b, 0x22, 0x83, 0x5c, 0x22, 0x3a, 0x31, 0x7d])),
    again: 1500,
  },
  'UTF-8 that is none': {
    first: odd('utf-8', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0xed, 0xa0, 0x80, 0xff, 0x22, 0x7d])),
    again: 1500,
  },
  'gzip bombs': { first: posted('/bulk/nodes/versions', bomb, 'Content-Encoding: gzip\r\n'), again: 300 },
  'odd names and characters': {
    first: posted(
      '/nodes/x/translations',
      '{"__proto__": {"data": {}}, "constructor": {"prototype": {"x": 1}}, "data": {"de": {"\\ud800": 1}}}',
      'Accept-Charset: \xff\r\n',
    ),
    again: 300,
  },
  'huge headers': {
    first: `GET /nodes HTTP/1.1\r\nHost: x\r\n${`X-A: ${'x'.repeat(100)}\r\n`.repeat(600)}`,
    again: 300,
  },
  pipelining: { first: 'GET /nodes/search?search=node HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100), again: 1000 },
  'endless bodies': { first: chunked, then: `ffff\r\n${'x'.repeat(65_535)}\r\n`, every: 20, again: 300 },
  smuggling: {
    first:
      'POST /nodes HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /users HTTP/1.1\r\nHost: x\r\n\r\n',
    again: 300,
  },
};

let isActive = false;
/** Clients that were started before the last stop do not reconnect. */
let generation = 0;
let opened = 0;
let cut = 0;
const statuses = {};
const open = new Set();

function attack(kind, born = generation) {
  if (!isActive || born !== generation) return;
  const { first, then, every, isDeaf, ends, again = 1000 } = KINDS[kind];
  opened++;
  let timer;
  let isHeard = false;
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(first);
    if (ends) socket.end();
    if (then !== undefined) timer = setInterval(() => socket.writableNeedDrain || socket.write(then), every);
  });
  open.add(socket);
  if (isDeaf) socket.pause();
  else {
    socket.on('data', (bytes) => {
      const status = isHeard ? undefined : /^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))?.[1];
      isHeard = true;
      if (status !== undefined) statuses[`${kind}: ${status}`] = (statuses[`${kind}: ${status}`] ?? 0) + 1;
      // A client that has sent all its bytes disconnects.
      if (then === undefined && first !== '') setTimeout(() => socket.destroy(), again);
    });
  }
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    open.delete(socket);
    if (isActive) cut++;
    setTimeout(() => attack(kind, born), again);
  });
}

process.on('message', async ({ active }) => {
  isActive = active;
  if (active) generation++;
  if (active) {
    for (const kind of Object.keys(KINDS)) {
      for (let index = 0; index < EACH; index++) {
        attack(kind);
        await wait(3);
      }
    }
  }
  const done = { opened, cut, open: open.size, statuses };
  if (!active) for (const socket of open) socket.destroy();
  process.send(done);
});
