import { generateKeyPairSync } from 'node:crypto';
import type { lookup, LookupAddress } from 'node:dns';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Callbacks } from '../../src/clients/callbacks.js';
import { type FakeReceiver, startFakeReceiver } from '../support/fake-receiver.js';
import { openTripwire, type Tripwire } from '../support/tripwire.js';

const { privateKey } = generateKeyPairSync('ed25519');
const address = (text: string): LookupAddress => ({ address: text, family: text.includes(':') ? 6 : 4 });

/** A fake DNS lookup. Each call returns the next list of addresses; the last list is repeated. */
function fakeLookup(...answers: readonly string[][]): { readonly lookup: typeof lookup; readonly lookedUp: string[] } {
  const lookedUp: string[] = [];
  const resolve = (host: string, _options: object, callback: (error: null, found: LookupAddress[]) => void): void => {
    const found = answers[Math.min(lookedUp.length, answers.length - 1)]!;
    lookedUp.push(host);
    setTimeout(() => callback(null, found.map(address)), 1);
  };
  return { lookup: resolve as unknown as typeof lookup, lookedUp };
}

describe('host names of receivers', () => {
  let tripwire: Tripwire;

  beforeAll(async () => {
    tripwire = await openTripwire();
  });
  afterAll(() => tripwire.close());

  const post = (host: string, resolve: typeof lookup, exempt: string[] = []): Promise<void> =>
    new Callbacks(privateKey, exempt, { lookup: resolve, timeoutMs: 400 }).post(
      `http://${host}:${tripwire.port}/hook`,
      'msg_1',
      '{}',
    );

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    // 192.0.2.0/24 is reserved for documentation and not routed, so a connection to it reaches nobody.
    [['192.0.2.1', '127.0.0.1']],
    [['127.0.0.1', '192.0.2.1']],
    [['2606:4700::1', '::1']],
    [['fe80::1%lo']],
    [[]],
  ])('are refused if any of their addresses is private, or if they have none: %j', async (addresses) => {
    await expect(post('rebind.example', fakeLookup(addresses).lookup)).rejects.toThrow(
      'rebind.example resolves to a private address.',
    );
    expect(tripwire.touched).toEqual([]);
  });

  it('are resolved once per call, and the connection uses the checked address', async () => {
    const { lookup: resolve, lookedUp } = fakeLookup(['192.0.2.1'], ['127.0.0.1'], ['192.0.2.1'], ['127.0.0.1']);
    const outcomes: string[] = [];
    for (let call = 0; call < 4; call++)
      await post('rebind.example', resolve).catch((error: Error) => outcomes.push(error.message));
    // A second lookup in a call could return another address than the checked one (DNS rebinding).
    expect(lookedUp).toEqual(['rebind.example', 'rebind.example', 'rebind.example', 'rebind.example']);
    expect(outcomes.map((message) => message.includes('private'))).toEqual([false, true, false, true]);
    expect(tripwire.touched).toEqual([]);
  });

  it('may resolve to private addresses only if the operator exempts them', async () => {
    const { lookup: resolve } = fakeLookup(['127.0.0.1']);
    await expect(post('other.example', resolve, ['localhost'])).rejects.toThrow('private');
    expect(tripwire.touched).toEqual([]);
    await expect(post('localhost', resolve, ['localhost'])).resolves.toBeUndefined();
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

  /**
   * Starts a server.
   * @param behave handles each connection
   * @returns its URL, and the number of bytes that it could send
   */
  async function receiver(behave: (socket: Socket) => void): Promise<{ url: string; sentBytes: () => number }> {
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
      sentBytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    };
  }

  const sendEndlessly = (socket: Socket, text: string): void => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(text));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  };
  const sendSlowly = (socket: Socket, text: string): void => {
    const timer = setInterval(() => socket.write(text), 20);
    socket.on('close', () => clearInterval(timer));
  };

  it.each<[string, (socket: Socket) => void, string | undefined]>([
    ['send nothing', () => undefined, 'did not respond within 0.7 seconds'],
    [
      'send headers endlessly',
      (socket) => sendEndlessly(socket, 'HTTP/1.1 200 OK\r\n' + `X-Header: ${'x'.repeat(1000)}\r\n`.repeat(60)),
      'Parse Error',
    ],
    ['send one endless header', (socket) => sendEndlessly(socket, 'x'.repeat(65_536)), 'Parse Error'],
    [
      'send headers slowly',
      (socket) => (socket.write('HTTP/1.1 200 OK\r\n'), sendSlowly(socket, 'X-A: b\r\n')),
      'did not respond within 0.7 seconds',
    ],
    [
      'send informational responses endlessly',
      (socket) => sendEndlessly(socket, 'HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\n'.repeat(100)),
      'informational',
    ],
    [
      'send a body endlessly',
      (socket) => (
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'),
        sendEndlessly(socket, 'x'.repeat(65_536))
      ),
      undefined,
    ],
    [
      'send chunks endlessly',
      (socket) => (
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
        sendEndlessly(socket, `ffff\r\n${'x'.repeat(65_535)}\r\n`)
      ),
      undefined,
    ],
    [
      'send a body slowly',
      (socket) => (socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 1000\r\n\r\n'), sendSlowly(socket, 'x')),
      undefined,
    ],
    ['close the connection', (socket) => socket.end(), 'hang up'],
    ['do not speak HTTP', (socket) => socket.write('SSH-2.0-x\r\n'), 'Parse Error'],
  ])('that %s are disconnected in time, after a limited number of bytes', async (_title, behave, error) => {
    const { url, sentBytes } = await receiver(behave);
    const outcome = await callbacks.post(url, 'msg_1', '{}').then(
      () => undefined,
      (thrown: Error) => thrown.message,
    );
    if (error === undefined) expect(outcome).toBeUndefined();
    else expect(outcome).toContain(error);
    // Most of these bytes are in the buffers of the two sockets.
    expect(sentBytes()).toBeLessThan(16 * 1024 * 1024);
  });

  it.each([301, 302, 303, 307, 308])(
    'that redirect with %i fail, because redirects are not followed',
    async (status) => {
      const tripwire = await openTripwire();
      const other: FakeReceiver = await startFakeReceiver();
      other.answer = { status, headers: { location: `http://[::1]:${tripwire.port}/` } };
      await expect(callbacks.post(other.url, 'msg_1', '{}')).rejects.toThrow(
        `The receiver responded with status ${status}.`,
      );
      expect(tripwire.touched).toEqual([]);
      await Promise.all([tripwire.close(), other.close()]);
    },
  );
});
