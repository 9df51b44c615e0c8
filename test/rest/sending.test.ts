import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeNodes, makeWorld, uniqueName } from '../support/builders.js';
import { randomOf } from '../support/random.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';

const NODES = 160;
/** Number of pipelined requests. Their responses exceed the buffers of the sockets. */
const BEHIND = 31;

/** Reads the bodies of this many pipelined responses, in order. */
async function bodiesOf(socket: Socket, count: number): Promise<string[]> {
  const bodies: string[] = [];
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    for (let end = bytes.indexOf('\r\n\r\n'); end >= 0; end = bytes.indexOf('\r\n\r\n')) {
      const length = Number(/content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))![1]);
      if (bytes.length < end + 4 + length) break;
      bodies.push(bytes.toString('utf8', end + 4, end + 4 + length));
      bytes = bytes.subarray(end + 4 + length);
    }
    if (bodies.length === count) break;
  }
  return bodies;
}

describe('responses', () => {
  const random = randomOf(process.env['SEED']);
  let registry: TestRegistry;
  let expected: ReadonlyMap<string, string>;

  beforeAll(async () => {
    registry = await startTestRegistry();
    const { id: publisherId } = await makeWorld(registry);
    const descriptionOf = (id: string): string => `${id} ü ${'x'.repeat(6000)}`;
    await makeNodes(
      registry,
      Array.from({ length: NODES }, () => uniqueName('sent')).map((id) => ({
        id,
        publisherId,
        name: id,
        description: descriptionOf(id),
        versions: [],
      })),
    );
    // The last response exceeds the size of a send buffer, the others are slightly smaller.
    const paths = [
      'limit=1&page=3',
      'limit=8&page=2',
      'limit=38&page=1',
      'limit=38&page=2',
      'limit=38&page=3',
      'limit=38&page=4',
      'limit=60',
    ].map((page) => `/nodes?latest=true&${page}`);
    expected = new Map(
      await Promise.all(
        paths.map(
          async (path) =>
            [path, (await registry.call('GET', path, { headers: { origin: 'https://other.example' } })).text] as const,
        ),
      ),
    );
  });
  afterAll(() => registry.close());

  const asked = (count: number, from = 0): string[] =>
    Array.from({ length: count }, () => random.oneOf([...expected.keys()].slice(from)));
  const ask = async (paths: readonly string[]): Promise<Socket> => {
    const { hostname, port } = new URL(registry.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.pause();
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n`).join(''));
    return socket;
  };

  it('are correct for clients that read slowly, pipeline requests, or disconnect', async () => {
    const slow = async (): Promise<void> => {
      const paths = asked(BEHIND, 2);
      const socket = await ask(paths);
      await wait(500);
      expect(await bodiesOf(socket, BEHIND)).toEqual(paths.map((path) => expected.get(path)));
      socket.destroy();
    };
    const breaking = async (): Promise<void> => {
      const socket = await ask(asked(BEHIND, 2));
      await wait(random.upTo(300));
      socket.destroy();
    };
    const quick = async (): Promise<void> => {
      for (const path of asked(25)) expect((await registry.call('GET', path)).text).toBe(expected.get(path));
    };
    for (let round = 0; round < 2; round++)
      await Promise.all(
        [slow, slow, slow, slow, breaking, breaking, breaking, quick, quick, quick].map((each) => each()),
      );
  });
});
