import { generateKeyPairSync } from 'node:crypto';
import type { lookup, LookupAddress } from 'node:dns';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Callbacks } from '../../src/clients/callbacks.js';
import { type FakeReceiver, startFakeReceiver } from '../support/fake-receiver.js';
import { layTripwire, type Tripwire } from '../support/tripwire.js';

const { privateKey } = generateKeyPairSync('ed25519');
const address = (text: string): LookupAddress => ({ address: text, family: text.includes(':') ? 6 : 4 });

/** Finds these addresses, one list a question; the last one again and again. */
function finding(...answers: readonly string[][]): { readonly lookup: typeof lookup; readonly asked: string[] } {
  const asked: string[] = [];
  const find = (host: string, _options: object, callback: (error: null, found: LookupAddress[]) => void): void => {
    const found = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push(host);
    setTimeout(() => callback(null, found.map(address)), 1);
  };
  return { lookup: find as unknown as typeof lookup, asked };
}

describe('names that calls go to', () => {
  let tripwire: Tripwire;

  beforeAll(async () => {
    tripwire = await layTripwire();
  });
  afterAll(() => tripwire.close());

  const post = (host: string, found: typeof lookup, exempt: string[] = []): Promise<void> =>
    new Callbacks(privateKey, exempt, { lookup: found, timeoutMs: 400 }).post(
      `http://${host}:${tripwire.port}/hook`,
      'msg_1',
      '{}',
    );

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    // 192.0.2.0/24 is nobody's, so nothing leaves this machine.
    [['192.0.2.1', '127.0.0.1']],
    [['127.0.0.1', '192.0.2.1']],
    [['2606:4700::1', '::1']],
    [['fe80::1%lo']],
    [[]],
  ])('lead nowhere, where one of their addresses is private: %j', async (found) => {
    await expect(post('rebind.example', finding(found).lookup)).rejects.toThrow(
      'rebind.example resolves to a private address.',
    );
    expect(tripwire.touched).toEqual([]);
  });

  it('are judged by the address that is connected to, at every call', async () => {
    const { lookup: find, asked } = finding(['192.0.2.1'], ['127.0.0.1'], ['192.0.2.1'], ['127.0.0.1']);
    const outcomes: string[] = [];
    for (let call = 0; call < 4; call++)
      await post('rebind.example', find).catch((error: Error) => outcomes.push(error.message));
    // One question a call: there is no second one whose answer could be another.
    expect(asked).toEqual(['rebind.example', 'rebind.example', 'rebind.example', 'rebind.example']);
    expect(outcomes.map((message) => message.includes('private'))).toEqual([false, true, false, true]);
    expect(tripwire.touched).toEqual([]);
  });

  it('may lead inside where the operator said so, and only these', async () => {
    const { lookup: find } = finding(['127.0.0.1']);
    await expect(post('other.example', find, ['localhost'])).rejects.toThrow('private');
    expect(tripwire.touched).toEqual([]);
    await expect(post('localhost', find, ['localhost'])).resolves.toBeUndefined();
    expect(tripwire.touched).toHaveLength(1);
    tripwire.touched.length = 0;
  });
});

describe('receivers', () => {
  const TIMEOUT_MS = 700;
  const callbacks = new Callbacks(privateKey, ['127.0.0.1'], { timeoutMs: TIMEOUT_MS });
  const open: { server: Server; sockets: Set<Socket> }[] = [];

  afterEach(async () => {
    for (const { server, sockets } of open.splice(0)) {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    }
  });

  /** A server that does this with each connection. @returns where, and the bytes that were taken of it */
  async function receiver(behave: (socket: Socket) => void): Promise<{ url: string; taken: () => number }> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('data', () => undefined);
      behave(socket);
    });
    open.push({ server, sockets });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      taken: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    };
  }

  const endless = (socket: Socket, text: string): void => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(text));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  };
  const trickle = (socket: Socket, text: string): void => {
    const timer = setInterval(() => socket.write(text), 20);
    socket.on('close', () => clearInterval(timer));
  };

  it.each<[string, (socket: Socket) => void, string | undefined]>([
    ['say nothing', () => undefined, 'did not respond within 0.7 seconds'],
    [
      'send headers without end',
      (socket) => endless(socket, 'HTTP/1.1 200 OK\r\n' + `X-Header: ${'x'.repeat(1000)}\r\n`.repeat(60)),
      'Parse Error',
    ],
    ['send one header without end', (socket) => endless(socket, 'x'.repeat(65_536)), 'Parse Error'],
    [
      'trickle their headers',
      (socket) => (socket.write('HTTP/1.1 200 OK\r\n'), trickle(socket, 'X-A: b\r\n')),
      'did not respond within 0.7 seconds',
    ],
    [
      'send preliminary answers without end',
      (socket) => endless(socket, 'HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\n'.repeat(100)),
      'informational',
    ],
    [
      'send a body without end',
      (socket) => (
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'),
        endless(socket, 'x'.repeat(65_536))
      ),
      undefined,
    ],
    [
      'send chunks without end',
      (socket) => (
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
        endless(socket, `ffff\r\n${'x'.repeat(65_535)}\r\n`)
      ),
      undefined,
    ],
    [
      'trickle their body',
      (socket) => (socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 1000\r\n\r\n'), trickle(socket, 'x')),
      undefined,
    ],
    ['hang up', (socket) => socket.end(), 'hang up'],
    ['are no HTTP servers', (socket) => socket.write('SSH-2.0-x\r\n'), 'Parse Error'],
  ])('that %s are cut in time, and little is read of them', async (_what, behave, error) => {
    const { url, taken } = await receiver(behave);
    const outcome = await callbacks.post(url, 'msg_1', '{}').then(
      () => undefined,
      (thrown: Error) => thrown.message,
    );
    if (error === undefined) expect(outcome).toBeUndefined();
    else expect(outcome).toContain(error);
    // Most of it is what the two sockets' buffers hold.
    expect(taken()).toBeLessThan(16 * 1024 * 1024);
  });

  it.each([301, 302, 303, 307, 308])('that redirect with %i have refused', async (status) => {
    const tripwire = await layTripwire();
    const other: FakeReceiver = await startFakeReceiver();
    other.answer = { status, headers: { location: `http://[::1]:${tripwire.port}/` } };
    await expect(callbacks.post(other.url, 'msg_1', '{}')).rejects.toThrow(
      `The receiver responded with status ${status}.`,
    );
    expect(tripwire.touched).toEqual([]);
    await Promise.all([tripwire.close(), other.close()]);
  });
});
