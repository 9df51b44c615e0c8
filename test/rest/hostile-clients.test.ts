import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Cli, type CliServer, openCli } from '../support/cli.js';
import { openTestDatabase, type TestDatabase } from '../support/database.js';
import { bounded } from '../support/faults.js';
import { AT_ONCE_MS, cpuMs, TRIES } from '../support/refusals.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { itWhen } from '../support/skips.js';
import { takeTurn } from '../support/turn.js';

const HOSTILE = fileURLToPath(new URL('../support/hostile-clients.mjs', import.meta.url));
const ROUND_MS = bounded({ usual: 1000, long: 10_000 });
const ROUNDS = bounded({ usual: 3, long: 9 });
/** Timeout of the whole test. */
const PATIENCE_MS = bounded({ usual: 180_000, long: 3_600_000 });
const NORMAL_MS = 50;
/** Limit of the growth of code and heap in the first rounds. Afterwards memory is constant. */
const GROWTH_MB = 160;
const FLAT_MB = 64;
/** Time until hostile clients have started, and until their sockets have ended. */
const SETTLE_MS = 300;
const HAS_PROC = existsSync('/proc/self/stat');
/** Limit of the processor time of the server with hostile clients, as a multiple of its time without them. */
const SHARE = 2.5;
/** Processor time is counted in hundredths of a second. */
const TICK_MS = 10;

/** The response to each kind of hostile client. */
const STATUSES = {
  'deep JSON': '400',
  'deeper JSON': '400',
  'bad percent-encoding': '400',
  'odd character sets': '415',
  'UTF-8 that is none': '400',
  'gzip bombs': '413',
  'huge headers': '431',
  'endless bodies': '413',
  smuggling: '400',
  upgrades: '400',
  'odd names and characters': '400',
  'half-open': '200',
  pipelining: '200',
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('under load of slow and hostile clients', () => {
  let cli: Cli;
  let server: CliServer;
  let testDatabase: TestDatabase;
  let bearer: string;
  let endTurn: () => void;
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });

  beforeAll(async () => {
    endTurn = await takeTurn(PATIENCE_MS);
    // A separate server, so that only its time and memory are measured.
    testDatabase = await openTestDatabase();
    cli = openCli({
      DEMO: 'false',
      LOG_LEVEL: 'info',
      ...(testDatabase.url === undefined ? {} : { DATABASE_URL: testDatabase.url }),
    });
    server = await cli.start();
    bearer = (await cli.run(['token', '--user', 'ada'])).stdout.trim();
    await ask('POST', '/publishers', { id: 'my-team' });
    for (let index = 0; index < 20; index++)
      await ask('POST', '/publishers/my-team/nodes', { id: `node-${index}`, description: 'x'.repeat(1000) });
  }, PATIENCE_MS + 120_000);
  afterAll(async () => {
    agent.destroy();
    await cli.close();
    await testDatabase.close();
    endTurn();
  });

  /** @returns the duration in ms */
  const ask = (method: string, path: string, body?: object): Promise<number> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const headers = {
        ...(method === 'GET' && path !== '/users' ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const request = httpRequest(
        server.url.replace('localhost', '127.0.0.1') + path,
        { method, headers, agent },
        (response) => {
          response
            .resume()
            .on('error', reject)
            .on('end', () => {
              if (response.statusCode! < 300) resolve(performance.now() - started);
              else reject(new Error(`${method} ${path}: ${response.statusCode}`));
            });
        },
      );
      request.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });

  /** Returns the 99th percentile of the latency of normal callers, who send requests at a constant rate. */
  async function p99(): Promise<number> {
    const coming: Promise<number>[] = [];
    let turn = 0;
    for (const end = performance.now() + ROUND_MS; performance.now() < end; turn++) {
      const kinds = [
        () => ask('GET', '/nodes?limit=10'),
        () => ask('GET', `/nodes/search?search=node&page=${1 + (turn % 3)}`),
        () => ask('GET', `/nodes/node-${turn % 20}`),
        () => ask('POST', '/graphql', { query: '{ nodes(limit: 5) { nodes { id publisher { name } } } }' }),
        () => ask('GET', '/users'),
      ];
      coming.push(kinds[turn % kinds.length]!());
      await wait(4);
    }
    const times = (await Promise.all(coming)).toSorted((a, b) => a - b);
    return times[Math.floor(times.length * 0.99)]!;
  }

  /** Returns the processor time of a process in ms. */
  const processor = (pid: number): number => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  };
  const memory = (): number => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)]).toString()) / 1024;

  /** The measurements of each round. */
  const rounds: {
    quietMs: number;
    besideMs: number;
    /** Share of one processor that the server uses. */
    quietShare: number;
    besideShare: number;
    megabytes: number;
  }[] = [];
  let last: { opened: number; cut: number; open: number; statuses: Record<string, number> };

  /** Measures one second of normal callers alone, then one together with hostile clients. */
  async function playRound(hostile: ChildProcess): Promise<(typeof rounds)[number]> {
    const tell = async (active: boolean): Promise<typeof last> => {
      hostile.send({ active });
      return (await once(hostile, 'message'))[0] as never;
    };
    const share = (): (() => number) => {
      const [used, started] = [processor(server.pid), Date.now()];
      return () => (processor(server.pid) - used) / (Date.now() - started);
    };
    let shareSince = share();
    const quietMs = await p99();
    const quietShare = shareSince();
    shareSince = share();
    await tell(true);
    await wait(SETTLE_MS);
    const besideMs = await p99();
    last = await tell(false);
    const besideShare = shareSince();
    expect(last.open).toBeGreaterThan(30);
    await wait(SETTLE_MS);
    return { quietMs, besideMs, quietShare, besideShare, megabytes: memory() };
  }

  beforeAll(async () => {
    if (!HAS_PROC) return;
    const hostile = fork(HOSTILE, [new URL(server.url).port], { stdio: 'inherit' });
    try {
      // The first round loads and compiles code.
      await playRound(hostile);
      while (rounds.length < ROUNDS) rounds.push(await playRound(hostile));
    } finally {
      hostile.kill();
    }
    const say = (name: keyof (typeof rounds)[number], digits = 0): string =>
      rounds.map((round) => round[name].toFixed(digits)).join(', ');
    process.stdout.write(
      `hostile clients (${testDatabase.kind}): ${last.open} at once, ${last.opened} connections; p99 quiet ${say('quietMs')} ms, with them ${say('besideMs')} ms; processors ${say('quietShare', 2)}, with them ${say('besideShare', 2)}; memory ${say('megabytes')} MB; ${JSON.stringify(last.statuses)}\n`,
    );
  }, PATIENCE_MS);

  const itMeasured = itWhen(HAS_PROC, 'needs /proc to measure another process');

  itMeasured('they take little processor time, compared with normal callers', () =>
    expect(sum(rounds.map(({ besideShare }) => besideShare))).toBeLessThan(
      SHARE * sum(rounds.map(({ quietShare }) => quietShare)),
    ),
  );

  itMeasured('memory stays', () => {
    const sizes = rounds.map(({ megabytes }) => megabytes);
    expect(sizes.at(-1)! - sizes[0]!).toBeLessThan(GROWTH_MB);
    // Only in the long form, whose rounds are longer.
    if (sizes.length >= 9) expect(median(sizes.slice(-3)) - median(sizes.slice(-6, -3))).toBeLessThan(FLAT_MB);
  });

  itMeasured('each kind gets its error, and nothing else', () => {
    const expected = Object.entries(STATUSES).map(([kind, status]) => `${kind}: ${status}`);
    // On a busy machine, one kind of client may not get a response in time.
    expect(expected).toEqual(expect.arrayContaining(Object.keys(last.statuses)));
    expect(server.stdout()).not.toMatch(/"level":[56]0/);
  });

  itWhen(
    HAS_PROC && process.env['TEST_FAULTS'] !== undefined,
    'compares times, which needs a machine that does nothing else: npm run test:faults',
  )('normal callers are answered as fast as ever', () => {
    const [quiet, beside] = [rounds.map(({ quietMs }) => quietMs), rounds.map(({ besideMs }) => besideMs)];
    expect(median(beside)).toBeLessThan(Math.max(NORMAL_MS, 2 * median(quiet)));
    expect(Object.keys(last.statuses)).toHaveLength(Object.keys(STATUSES).length);
  });
});

describe('limits', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    // With rate limits, as an operator runs it, so that statements for counting requests are included.
    registry = await startTestRegistry({ RATE_LIMIT: 'on' });
    // The first call compiles code.
    await registry.call('POST', '/bulk/nodes/versions', { body: {} });
    await registry.graph('{ __typename }');
  });
  afterAll(() => registry.close());

  /** Sends bytes and reads the first response, even if the connection is then closed. */
  function exchange(bytes: string | Buffer): Promise<{ answer: string; took: number }> {
    return new Promise((resolve, reject) => {
      let answer = '';
      let started = 0;
      const socket = connect(Number(new URL(registry.url).port), '127.0.0.1', () => {
        started = cpuMs();
        socket.write(bytes);
      });
      const end = (): void => {
        resolve({ answer, took: cpuMs() - started });
        socket.destroy();
      };
      socket.on('error', () => answer === '' || end());
      socket.on('close', end);
      socket.on('data', (more) => {
        answer += more.toString('latin1');
        const length = /^content-length: (\d+)/im.exec(answer)?.[1];
        const head = answer.indexOf('\r\n\r\n');
        if (head !== -1 && length !== undefined && answer.length >= head + 4 + Number(length)) end();
      });
      setTimeout(() => reject(new Error(`No answer: ${answer}`)), 60_000).unref();
    });
  }

  const json = (path: string, body: string | Buffer, more = '', length = Buffer.byteLength(body)): Buffer =>
    Buffer.concat([
      Buffer.from(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`,
      ),
      Buffer.from(body),
    ]);
  const chunks = (body: string): string =>
    `POST /bulk/nodes/versions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body}`;
  const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const bomb = gzipSync(Buffer.alloc(30_000_000, ' '));

  const REST = 'POST /bulk/nodes/versions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  it.each<[string, () => string | Buffer, number, string]>([
    [
      'huge header',
      () => `GET /nodes HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'long path',
      () => `GET /nodes?search=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'thousands of headers',
      () => `GET /nodes HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(4000)}\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['endless trailers', () => chunks(`0\r\n${'X-A: b\r\n'.repeat(4000)}\r\n`), 431, 'HEADERS_TOO_LARGE'],
    ['endless extensions of chunks', () => chunks(`1;${'x'.repeat(40_000)}\r\n`), 413, 'BODY_TOO_LARGE'],
    [
      'body that says it is too large',
      () => json('/bulk/nodes/versions', '{', '', 99_999_999_999),
      413,
      'BODY_TOO_LARGE',
    ],
    [
      'body that is too large',
      () => json('/bulk/nodes/versions', `{"x": "${'x'.repeat(1_500_000)}"}`),
      413,
      'BODY_TOO_LARGE',
    ],
    [
      'body of chunks that is too large',
      () => chunks(`ffff\r\n${'x'.repeat(65_535)}\r\n`.repeat(20)),
      413,
      'BODY_TOO_LARGE',
    ],
    [
      'body for the graph that says it is too large',
      () => json('/graphql', '{', '', 99_999_999_999),
      413,
      'BODY_TOO_LARGE',
    ],
    ['gzip bomb', () => json('/bulk/nodes/versions', bomb, 'Content-Encoding: gzip\r\n'), 413, 'BODY_TOO_LARGE'],
    ['gzip bomb for the graph', () => json('/graphql', bomb, 'Content-Encoding: gzip\r\n'), 413, 'BODY_TOO_LARGE'],
    [
      'gzip bomb within another',
      () => json('/bulk/nodes/versions', gzipSync(bomb), 'Content-Encoding: gzip, gzip\r\n'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['deep JSON', () => json('/bulk/nodes/versions', `{"node_versions": ${deep(49_000)}}`), 400, 'INVALID_INPUT'],
    [
      'JSON of 100,000 levels',
      () => json('/bulk/nodes/versions', `{"node_versions": ${deep(100_000)}}`),
      400,
      'INVALID_INPUT',
    ],
    [
      'deep variables',
      () => json('/graphql', `{"query": "{ __typename }", "variables": {"a": ${deep(49_000)}}}`),
      400,
      'INVALID_INPUT',
    ],
    [
      'deep document',
      () => json('/graphql', JSON.stringify({ query: '{a'.repeat(4000) + '}'.repeat(4000) })),
      400,
      'QUERY_TOO_COSTLY',
    ],
    [
      'long document',
      () => json('/graphql', JSON.stringify({ query: `{ __typename ${'#'.repeat(200_000)}\n }` })),
      400,
      'INVALID_INPUT',
    ],
    [
      'many values',
      () => json('/bulk/nodes/versions', `{"node_versions": [${'1,'.repeat(200_000)}1]}`),
      400,
      'INVALID_INPUT',
    ],
    ['__proto__', () => json('/bulk/nodes/versions', '{"__proto__": {"node_versions": []}}'), 400, 'INVALID_INPUT'],
    [
      'constructor',
      () => json('/bulk/nodes/versions', '{"constructor": {"prototype": {"node_versions": []}}}'),
      400,
      'INVALID_INPUT',
    ],
    [
      'unknown character set',
      () => json('/bulk/nodes/versions', '{}').toString().replace('/json\r', '/json; charset=ebcdic\r'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'UTF-8 that is none',
      () => json('/bulk/nodes/versions', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
      400,
      'INVALID_JSON',
    ],
    ['bad percent-encoding', () => 'GET /nodes/%E0%A4%A HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'INVALID_INPUT'],
    ['NUL in the path', () => 'GET /nodes/a%00b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'INVALID_INPUT'],
    ['two lengths', () => `${REST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde`, 400, 'MALFORMED_REQUEST'],
    [
      'Content-Length with Transfer-Encoding',
      () => `${REST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`,
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'Transfer-Encoding with Content-Length',
      () => `${REST}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\nG`,
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'chunks that are not last',
      () => `${REST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'chunks twice',
      () => `${REST}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'chunks in disguise',
      () => `${REST}Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n{}`,
      400,
      'MALFORMED_REQUEST',
    ],
    ['blank before a colon', () => `${REST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
    ['folded header', () => `${REST}X-A: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`, 400, 'MALFORMED_REQUEST'],
    ['lone line feeds', () => 'GET /nodes HTTP/1.1\nHost: x\n\n', 400, 'MALFORMED_REQUEST'],
    [
      'lone carriage return',
      () => 'GET /nodes HTTP/1.1\r\nHost: x\r\nX-A: a\rTransfer-Encoding: chunked\r\n\r\n',
      400,
      'MALFORMED_REQUEST',
    ],
    ['NUL in a header', () => 'GET /nodes HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['negative length', () => `${REST}Content-Length: -1\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
    ['length with a sign', () => `${REST}Content-Length: +2\r\n\r\n{}`, 400, 'MALFORMED_REQUEST'],
    [
      'length beyond all numbers',
      () => `${REST}Content-Length: 99999999999999999999\r\n\r\n`,
      400,
      'MALFORMED_REQUEST',
    ],
    ['chunk of no size', () => chunks('zz\r\n'), 400, 'MALFORMED_REQUEST'],
    ['chunk of a negative size', () => chunks('-1\r\n'), 400, 'MALFORMED_REQUEST'],
    ['chunk beyond all numbers', () => chunks('fffffffffffffffff\r\n'), 400, 'MALFORMED_REQUEST'],
    ['chunk that is longer than it says', () => chunks('2\r\n{}{}\r\n'), 400, 'MALFORMED_REQUEST'],
    ['two Hosts', () => 'GET /nodes HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'Transfer-Encoding in HTTP/1.0',
      () =>
        'POST /graphql HTTP/1.0\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      400,
      'MALFORMED_REQUEST',
    ],
    ['no Host', () => 'GET /nodes HTTP/1.1\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['no HTTP', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'MALFORMED_REQUEST'],
    ['HTTP/2 without asking', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['unknown expectation', () => 'GET /nodes HTTP/1.1\r\nHost: x\r\nExpect: magic\r\n\r\n', 417, 'EXPECTATION_FAILED'],
    [
      'WebSocket',
      () =>
        'GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      400,
      'INVALID_INPUT',
    ],
    ['TRACE', () => 'TRACE /nodes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
  ])('%s: is refused at once, without a statement, in the registry’s shape', async (_what, bytes, status, code) => {
    const sent = bytes();
    // Several times, because the first request of a kind may load code.
    const times: number[] = [];
    for (let turn = 0; turn === 0 || (turn < TRIES && Math.min(...times) >= AT_ONCE_MS); turn++) {
      let outcome: Awaited<ReturnType<typeof exchange>> | undefined;
      const statements = await registry.statements(async () => void (outcome = await exchange(sent)));
      const { answer, took } = outcome!;
      times.push(took);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect([head.split('\r\n')[0], statements]).toEqual([
        expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status} `)),
        [],
      ]);
      expect(head).toMatch(/^x-request-id: \S+$/im);
      const parsed = JSON.parse(body) as { error?: string; errors?: { extensions: { code: string } }[] };
      expect(parsed.error ?? parsed.errors![0]!.extensions.code).toBe(code);
      expect(Object.keys(parsed).filter((name) => name !== 'extensions')).toEqual(
        parsed.errors ? ['errors'] : ['error', 'message'],
      );
    }
    expect(Math.min(...times)).toBeLessThan(AT_ONCE_MS);
  });

  it('CONNECT opens no tunnel', async () => {
    expect((await exchange('CONNECT example.org:80 HTTP/1.1\r\nHost: x\r\n\r\n')).answer).toBe('');
  });

  it('no part of a refused request is handled as another request', async () => {
    const before = registry.log.length;
    await exchange(
      `${REST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /users HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    await exchange(chunks('zz\r\nGET /users HTTP/1.1\r\nHost: x\r\n\r\n'));
    await exchange('NOT HTTP\r\n\r\nGET /users HTTP/1.1\r\nHost: x\r\n\r\n');
    await wait(100);
    expect(registry.log.slice(before).filter((line) => line.includes('/users'))).toEqual([]);
  });

  it('all objects are unchanged afterwards', () => {
    expect([({} as Record<string, unknown>)['node_versions'], ({} as Record<string, unknown>)['x']]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
