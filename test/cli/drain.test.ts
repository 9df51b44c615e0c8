import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { type Cli, type CliServer, openCli } from '../support/cli.js';
import { openOnServer, type TestDatabase } from '../support/database.js';
import { bounded } from '../support/faults.js';
import { hasServer, itWhen } from '../support/skips.js';
import { until } from '../support/until.js';

const DELAY_SECONDS = 3;
const CLIENTS = 6;
/** The interval of a load balancer's health checks, and the number of failures until it removes a process. */
const CHECK = { everyMs: 100, failures: 3 };
const SUDDEN_STOPS = bounded({ usual: 1, long: 30 });
/** Far below the limit of a stop with stuck requests, and far above the time on a busy machine. */
const IN_TIME_MS = 60_000;

/** The result of a request. */
interface Outcome {
  readonly id: string;
  readonly sentAt: number;
  readonly status?: number;
  /** The Connection header of the response. */
  readonly connection?: string | undefined;
  /** The error, if there was no response. */
  readonly error?: string;
}

/** A request to send. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly as?: string;
  readonly type?: string;
  readonly body?: string | Buffer;
  /** The time in ms over which the body is sent in parts. */
  readonly overMs?: number;
}

let sent = 0;

async function writeSlowly(
  request: ReturnType<typeof httpRequest>,
  body: string | Buffer,
  overMs: number,
): Promise<void> {
  const bytes = Buffer.from(body);
  const pieces = 20;
  for (let piece = 0; piece < pieces; piece++) {
    request.write(
      bytes.subarray(Math.floor((bytes.length * piece) / pieces), Math.floor((bytes.length * (piece + 1)) / pieces)),
    );
    await wait(overMs / pieces);
  }
  request.end();
}

/** Sends a request over an agent's connections. @returns the result and the body of the response */
function send(
  url: string,
  agent: Agent,
  { method, path, as, type = 'application/json', body, overMs }: Asked,
): Promise<Outcome & { readonly text: string }> {
  const id = `drain-${++sent}`;
  const sentAt = Date.now();
  return new Promise((resolve) => {
    const headers = {
      'x-request-id': id,
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...(body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    };
    const request = httpRequest(url + path, { method, agent, headers });
    const failed = (error: Error): void =>
      resolve({ id, sentAt, error: (error as NodeJS.ErrnoException).code ?? error.message, text: '' });
    request.on('error', failed);
    request.on('response', (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response
        .on('error', failed)
        .on('end', () =>
          resolve({ id, sentAt, status: response.statusCode!, connection: response.headers.connection, text }),
        );
    });
    if (body !== undefined && overMs !== undefined) void writeSlowly(request, body, overMs);
    else request.end(body);
  });
}

describe('a server that receives SIGTERM', () => {
  let cli: Cli;
  let database: TestDatabase | undefined;
  let server: CliServer;
  let bearer: string;
  const agents: Agent[] = [];

  afterEach(async () => {
    for (const agent of agents.splice(0)) agent.destroy();
    await cli.close();
    await database?.close();
    database = undefined;
  });

  const newAgent = (): Agent => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    return agent;
  };
  const write = async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const { status, text } = await send(server.url, newAgent(), {
      method,
      path,
      as: bearer,
      body: JSON.stringify(body),
    });
    expect([path, status]).toEqual([path, 201]);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const publish = async (version: string): Promise<string> => {
    const { signedUrl } = await write('POST', '/publishers/my-team/nodes/drained/versions', {
      node: {},
      node_version: { version },
    });
    const { pathname, search } = new URL(signedUrl as string);
    return pathname + search;
  };
  const statusOf = async (version: string): Promise<unknown> =>
    (
      JSON.parse(
        (await send(server.url, newAgent(), { method: 'GET', path: `/nodes/drained/versions/${version}`, as: bearer }))
          .text,
      ) as { status: unknown }
    ).status;
  const becomesActive = (version: string): Promise<void> =>
    until(async () => (await statusOf(version)) === 'NodeVersionStatusActive');

  async function start(variables: Record<string, string>): Promise<void> {
    cli = openCli({
      DEMO: 'false',
      ...(database?.url === undefined ? {} : { DATABASE_URL: database.url }),
      ...variables,
    });
    server = await cli.start();
    bearer = (await cli.run(['token', '--user', 'ada'], { WORKERS: '1' })).stdout.trim();
    await write('POST', '/publishers', { id: 'my-team' });
    for (let index = 0; index < CLIENTS; index++)
      await write('POST', '/publishers/my-team/nodes', { id: `node-${index}` });
  }

  /** Sends requests one after another on a keep-alive connection: cached and uncached reads, a document, and writes. */
  async function client(index: number, goesOn: () => boolean, outcomes: Outcome[]): Promise<void> {
    const agent = newAgent();
    for (let turn = 0; goesOn(); turn++) {
      const asked: Asked[] = [
        { method: 'GET', path: '/nodes?limit=5' },
        {
          method: 'PUT',
          path: `/publishers/my-team/nodes/node-${index}`,
          as: bearer,
          body: JSON.stringify({ name: `turn ${turn}` }),
        },
        {
          method: 'POST',
          path: '/graphql',
          body: JSON.stringify({ query: '{ nodes { total nodes { id publisher { id } } } }' }),
        },
        { method: 'GET', path: '/users', as: bearer },
      ];
      const { text: _text, ...outcome } = await send(server.url, agent, asked[turn % asked.length]!);
      outcomes.push(outcome);
    }
  }

  /** Runs a test on the embedded database, and with two processes on a server. */
  function itOnEach(
    name: string,
    work: (what: string, workers: string, onServer: boolean) => Promise<void>,
    timeoutMs: number,
  ): void {
    it(`${name}: on the embedded database`, () => work('on the embedded database', '1', false), timeoutMs);
    itWhen(hasServer, 'needs a PostgreSQL server')(
      `${name}: with two processes`,
      () => work('with two processes', '2', true),
      timeoutMs,
    );
  }

  itOnEach(
    'says so first, and then no request fails',
    async (what, workers, onServer) => {
      database = onServer ? await openOnServer() : undefined;
      await start({ SHUTDOWN_DELAY_SECONDS: String(DELAY_SECONDS), WORKERS: workers });
      const archive = await zipOf(packageOf('Drained'));
      const put = (path: string, overMs?: number) =>
        send(server.url, newAgent(), {
          method: 'PUT',
          path,
          type: 'application/zip',
          body: archive,
          ...(overMs === undefined ? {} : { overMs }),
        });
      expect((await put(await publish('1.0.0'))).status).toBe(200);
      await becomesActive('1.0.0');
      const [slow, late] = [await publish('1.1.0'), await publish('1.2.0')];

      let isOut = false;
      let firstSeen = 0;
      const balancer = (async () => {
        for (let failures = 0; failures < CHECK.failures;) {
          await wait(CHECK.everyMs);
          const { status, text } = await send(server.url, newAgent(), { method: 'GET', path: '/readyz' });
          if (status !== 200) {
            expect([status, text]).toEqual([503, '{"status":"the registry is stopping"}']);
            firstSeen ||= Date.now();
            failures++;
          }
        }
        isOut = true;
      })();
      const outcomes: Outcome[] = [];
      const clients = Array.from({ length: CLIENTS }, (_, index) => client(index, () => !isOut, outcomes));
      const kept = newAgent();
      expect((await send(server.url, kept, { method: 'GET', path: '/healthz' })).connection).toBe('keep-alive');
      const silent: Socket = connect(Number(new URL(server.url).port), new URL(server.url).hostname);
      silent.on('error', () => undefined);
      // Long enough to end after the server has stopped accepting requests.
      const uploading = put(slow, DELAY_SECONDS * 1000 + 1000);
      await wait(500);

      const toldAt = Date.now();
      const ended = server.stop();
      await wait(300);
      const [alive, uploaded] = [await send(server.url, kept, { method: 'GET', path: '/healthz' }), await put(late)];
      expect([alive.status, alive.connection, uploaded.status, uploaded.connection]).toEqual([
        200,
        'close',
        200,
        'close',
      ]);
      await Promise.all([balancer, ...clients]);
      // No background work starts any more, although it took half a second before.
      await wait(300);
      expect(await statusOf('1.2.0')).toBe('NodeVersionStatusPending');
      expect((await send(server.url, newAgent(), { method: 'GET', path: '/readyz' })).status).toBe(503);
      const upload = await uploading;
      expect([upload.error, upload.status, upload.connection]).toEqual([undefined, 200, 'close']);
      const { code, stderr } = await ended;
      const took = Date.now() - toldAt;
      expect([code, stderr]).toEqual([0, '']);
      // Long before the maximum time of a stop.
      expect(took).toBeLessThan(IN_TIME_MS);

      expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
      const during = outcomes.filter(({ sentAt }) => sentAt > firstSeen + 50);
      expect(during.length).toBeGreaterThan(0);
      expect(during.filter(({ connection }) => connection !== 'close')).toEqual([]);
      process.stdout.write(
        `drain ${what}: ${outcomes.length} requests, ${during.length} of them while stopping, 0 failed; 503 after ${firstSeen - toldAt} ms, ended after ${took} ms\n`,
      );

      server = await cli.start();
      await becomesActive('1.1.0');
      await becomesActive('1.2.0');
    },
    180_000,
  );

  itOnEach(
    'at once: whatever reached it is answered',
    async (what, workers, onServer) => {
      database = onServer ? await openOnServer() : undefined;
      await start({ WORKERS: workers });
      let answered = 0;
      let unheard = 0;
      for (let stop = 0; stop < SUDDEN_STOPS; stop++) {
        if (stop > 0) server = await cli.start();
        let isOver = false;
        const outcomes: Outcome[] = [];
        const clients = Array.from({ length: CLIENTS }, (_, index) =>
          client(index, () => !isOver && outcomes.at(-1)?.error === undefined, outcomes),
        );
        const slow = send(server.url, newAgent(), {
          method: 'PUT',
          path: '/publishers/my-team/nodes/node-0',
          as: bearer,
          body: JSON.stringify({ description: `stop ${stop}`.padEnd(500) }),
          overMs: 1200 + stop * 23,
        });
        await wait(300 + stop * 23);
        // Each process has started to read the request when it has answered a later one.
        for (let asked = 0; asked < Number(workers); asked++)
          expect((await send(server.url, newAgent(), { method: 'GET', path: '/healthz' })).status).toBe(200);
        const { code, stdout, stderr } = await server.stop();
        isOver = true;
        await Promise.all(clients);
        const { text: _text, ...slowly } = await slow;
        expect([code, stderr, slowly.error, slowly.status, slowly.connection]).toEqual([
          0,
          '',
          undefined,
          200,
          'close',
        ]);
        // A request that arrived during the stop is refused or disconnected without effect, so the log does not contain
        // it.
        const logged = new Set([...stdout.matchAll(/"requestId":"(drain-\d+)"/g)].map(([, id]) => id));
        const failed = outcomes.filter(({ status }) => status !== 200);
        expect(failed.filter(({ id, status }) => status !== undefined || logged.has(id))).toEqual([]);
        answered += outcomes.length - failed.length;
        unheard += failed.length;
      }
      process.stdout.write(
        `drain at once ${what}: ${SUDDEN_STOPS} stops, ${answered} requests answered, ${unheard} not taken, 0 taken and lost\n`,
      );
      expect(answered).toBeGreaterThan(0);
    },
    60_000 + SUDDEN_STOPS * 10_000,
  );
});
