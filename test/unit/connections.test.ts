import { Agent, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { pino } from 'pino';
import { openServer } from '../../src/server/connections.js';
import { bodyError, jsonReader } from '../../src/rest/body.js';
import { until } from '../support/until.js';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(
  listener: Parameters<typeof openServer>[0],
  { seconds = 5, connections = 100, stalledMs = 5000, log = pino({ level: 'silent' }) } = {},
): Promise<number> {
  const server = openServer(
    listener,
    { REQUEST_TIMEOUT_SECONDS: seconds, MAX_CONNECTIONS: connections },
    log,
    stalledMs,
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Opens a connection and sends these bytes. */
function send(
  port: number,
  text: string,
  { isRead = true } = {},
): { socket: Socket; answer: () => string; closed: Promise<string> } {
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  sockets.push(socket);
  socket.on('error', () => undefined);
  if (isRead) socket.setEncoding('latin1').on('data', (more: string) => (answer += more));
  return { socket, answer: () => answer, closed: new Promise((resolve) => socket.on('close', () => resolve(answer))) };
}

const parsed = (answer: string): [number, unknown] => [
  Number(answer.slice(9, 12)),
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as unknown,
];

describe('the server', () => {
  it('responds with 408 if headers or a body don’t arrive in time', async () => {
    const port = await listen((request, response) => request.resume().on('end', () => response.end()), { seconds: 1 });
    const answers = await Promise.all(
      [
        '',
        'GET / HT',
        'GET / HTTP/1.1\r\nHost: x\r\nX-A: ',
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc',
      ].map((text) => send(port, text).closed),
    );
    expect(answers.map(parsed)).toEqual(
      answers.map(() => [408, { error: 'REQUEST_TIMEOUT', message: expect.any(String) }]),
    );
  });

  it('closes connections that don’t read their response, but not during a handler that takes longer', async () => {
    const bytes = Buffer.alloc(32 * 1024 * 1024);
    const { promise: ended, resolve } = Promise.withResolvers<boolean>();
    const port = await listen(
      (request, response) => {
        if (request.url === '/stalled') response.on('close', () => resolve(response.writableFinished));
        void (request.url === '/slow' ? wait(5000).then(() => response.end('late')) : response.end(bytes));
      },
      // Longer than delays on a busy machine, because the reader runs in the same process.
      { stalledMs: 3000 },
    );
    const stalled = send(port, 'GET /stalled HTTP/1.1\r\nHost: x\r\n\r\n', { isRead: false });
    stalled.socket.pause();
    const slow = send(port, 'GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const reading = send(port, 'GET / HTTP/1.0\r\nHost: x\r\n\r\n');
    expect(await ended).toBe(false);
    expect((await reading.closed).length).toBeGreaterThan(bytes.length);
    expect(await slow.closed).toMatch(/late$/);
  });

  it('processes the requests of a connection in order, and limits their number', async () => {
    let now = 0;
    let most = 0;
    const port = await listen((request, response) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        response.end(`[${request.url}]`);
      }, 2);
    });
    const line = (count: number): string =>
      Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
    const order = (answer: string): string[] => [...answer.matchAll(/\[\/(\d+)\]/g)].map(([, index]) => index!);
    const few = send(port, line(20));
    while (order(few.answer()).length < 20) await wait(10);
    expect([order(few.answer()), most]).toEqual([Array.from({ length: 20 }, (_, index) => String(index)), 1]);

    const many = await send(port, line(1000)).closed;
    expect(order(many)).toEqual(Array.from({ length: 33 }, (_, index) => String(index)));
    expect(many.slice(many.lastIndexOf('HTTP/1.1'))).toMatch(/^HTTP\/1\.1 429 [^]*"RATE_LIMITED"/);
    expect(most).toBe(1);
  });

  it('never reports an error of the next request as the response to a complete one', async () => {
    const port = await listen((_request, response) => void setTimeout(() => response.end('mine'), 100));
    const answer = await send(port, `${GET}NOT HTTP\r\n\r\n`).closed;
    expect(answer).toBe('');
  });

  it('reads the rest of a request for a limited time after an early response', async () => {
    const port = await listen((_request, response) => response.writeHead(413).end('{}'));
    const endless = send(port, 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const piece = `ffff\r\n${'x'.repeat(65_535)}\r\n`;
    let sent = 0;
    const more = (): void => {
      while (!endless.socket.destroyed && endless.socket.write(piece)) sent += piece.length;
      if (!endless.socket.destroyed) endless.socket.once('drain', more);
    };
    endless.socket.once('connect', more);
    expect(await endless.closed).toMatch(/^HTTP\/1\.1 413 /);
    expect(sent).toBeLessThan(256 * 1024 * 1024);
    // A slow sender is disconnected after the timeout.
    expect(await send(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx').closed).toMatch(
      /^HTTP\/1\.1 413 /,
    );
    // A client that sends its body in time keeps its connection.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = (): Promise<boolean> =>
      new Promise((resolve, reject) => {
        const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', agent }, (response) =>
          response.resume().on('end', () => setTimeout(() => resolve(request.reusedSocket), 50)),
        );
        request.on('error', reject).end(Buffer.alloc(300_000));
      });
    expect([await post(), await post()]).toEqual([false, true]);
    agent.destroy();
  });

  it('limits the number of connections, and logs when it is reached', async () => {
    const lines: string[] = [];
    const port = await listen((_request, response) => response.end('x'), {
      connections: 3,
      log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    });
    const open = [1, 2, 3].map(() => send(port, GET));
    while (open.some(({ answer }) => answer() === '')) await wait(10);
    expect(await Promise.all([send(port, GET).closed, send(port, GET).closed])).toEqual(['', '']);
    expect(lines).toHaveLength(1);
    open[0]!.socket.destroy();
    // The server notices the closed connection a moment later.
    let next = send(port, GET);
    await until(() => {
      if (next.socket.destroyed) next = send(port, GET);
      return next.answer() !== '';
    });
    expect(next.answer()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('JSON bodies', () => {
  const head = (length: number): string =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const read = (graceMs?: number): Promise<number> => {
    const app = express();
    app.use(jsonReader(3_000_000, graceMs));
    app.use(
      (request: express.Request, response: express.Response) =>
        void response.json({ read: JSON.stringify(request.body ?? null).length }),
    );
    app.use(
      (error: unknown, _request: express.Request, response: express.Response, _next: unknown) =>
        void response.status(bodyError(error)!.status).json({ error: bodyError(error)!.code }),
    );
    return listen(app);
  };
  const post = async (port: number, body: string): Promise<[number, unknown]> => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return [answer.status, await answer.json()];
  };

  it('that arrive slowly or incompletely are refused after the timeout', async () => {
    const port = await read(300);
    const slow = [
      send(port, `${head(90_000)}{`),
      send(port, `${head(2_000_000)}"${'x'.repeat(200_000)}`),
      send(port, `${head(1000)}{`),
    ];
    const timer = setInterval(() => slow[0]!.socket.write(' '), 20);
    const answers = await Promise.all(slow.map(({ closed }) => closed));
    clearInterval(timer);
    expect(answers.map(parsed)).toEqual(slow.map(() => [408, { error: 'REQUEST_TIMEOUT' }]));
  });

  it('that only announce a large size don’t block others; large ones that are being received do', async () => {
    const port = await read();
    const large = JSON.stringify('x'.repeat(1_500_000));
    const claims = Array.from({ length: 20 }, () => send(port, `${head(2_000_000)}"`));
    await until(() => claims.every(({ socket }) => !socket.connecting && socket.writableLength === 0));
    expect(await post(port, '{}')).toEqual([200, { read: 2 }]);
    expect(await post(port, large)).toEqual([200, { read: large.length }]);
    const held = Array.from({ length: 8 }, () => send(port, `${head(2_000_000)}"${'x'.repeat(1_200_000)}`));
    // After the server has read the sent bytes.
    await until(async () => (await post(port, large))[0] === 503);
    expect(await post(port, large)).toEqual([503, { error: 'SERVICE_UNAVAILABLE' }]);
    // Small bodies and requests without a body are not affected.
    expect(await post(port, '{"a": 1}')).toEqual([200, { read: 7 }]);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    for (const { socket } of [...held, ...claims]) socket.destroy();
    await until(async () => (await post(port, large))[0] === 200);
  });
});
