import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageOf, zipOf } from '../support/archives.js';
import { makeNode, makeWorld, type PublisherWorld } from '../support/builders.js';
import { put } from '../support/publishing.js';
import { startTestRegistry, type TestRegistry } from '../support/registry.js';
import { until } from '../support/until.js';

const SLOTS_PER_PUBLISHER = 4;

describe('slow uploads', () => {
  let registry: TestRegistry;
  let world: PublisherWorld;
  let node: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    registry = await startTestRegistry({ UPLOAD_GRACE_SECONDS: '2' });
    world = await makeWorld(registry);
    node = await makeNode(registry, world.id);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await registry.close();
  });

  /** Publishes a version. @returns the upload URL */
  async function publish(version: string, publisherId = world.id, nodeId = node, as = world.callers.owner) {
    const { status, body } = await registry.call('POST', `/publishers/${publisherId}/nodes/${nodeId}/versions`, {
      as,
      body: { node: { id: nodeId }, node_version: { version } },
    });
    expect(status).toBe(201);
    return body.signedUrl as string;
  }

  /** Sends the head of an upload and four bytes. */
  function sendHead(signedUrl: string, contentLength: number): Socket {
    const { hostname, port } = new URL(registry.url);
    const { pathname, search } = new URL(signedUrl);
    const socket = connect(Number(port), hostname);
    sockets.push(socket.on('error', () => undefined));
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Type: application/zip\r\nContent-Length: ${contentLength}\r\n\r\nPK\u0003\u0004`,
    );
    return socket;
  }

  /** Begins an upload. @returns a promise of the first line of the response */
  function beginUpload(signedUrl: string, contentLength: number): Promise<string> {
    return once(sendHead(signedUrl, contentLength), 'data').then(([bytes]) => String(bytes).split('\r\n')[0]!);
  }

  it('are aborted after the grace period; until then they occupy four slots of their publisher, and others can upload', async () => {
    const archive = await zipOf(packageOf('Sharpen'));
    const urls = await Promise.all(
      Array.from({ length: SLOTS_PER_PUBLISHER + 2 }, (_, index) => publish(`3.0.${index}`)),
    );
    const answers = urls.map((url) => beginUpload(url, 1_000_000));
    // Uploads above the limit are refused at once.
    expect(await Promise.race(answers)).toBe('HTTP/1.1 503 Service Unavailable');
    const other = await makeWorld(registry);
    const otherNode = await makeNode(registry, other.id);
    const otherUrl = await publish('3.0.0', other.id, otherNode, other.callers.owner);
    expect((await put(registry, otherUrl, archive)).status).toBe(200);
    expect((await Promise.all(answers)).toSorted()).toEqual([
      ...Array.from({ length: SLOTS_PER_PUBLISHER }, () => 'HTTP/1.1 408 Request Timeout'),
      ...Array.from({ length: 2 }, () => 'HTTP/1.1 503 Service Unavailable'),
    ]);
    // The slots are free again, and the same URLs work.
    for (const url of urls.slice(0, 2)) expect((await put(registry, url, archive)).status).toBe(200);
  });

  it('that their sender aborts are logged as such, and 503s without an error', async () => {
    const before = registry.log.length;
    const socket = sendHead(await publish('4.0.0'), 1_000_000);
    await once(socket, 'connect');
    await until(async () => registry.log.slice(before).some((line) => line.includes('/versions')));
    socket.destroy();
    const own = () =>
      registry.log
        .slice(before)
        .map(
          (line) =>
            JSON.parse(line) as { path?: string; level: number; msg: string; res?: { status?: number }; err?: object },
        )
        .filter(({ path, level }) => path?.startsWith('/uploads/') || level >= 50);
    await until(async () => own().length > 0);
    expect(own().map(({ msg, res, err }) => ({ msg, res, err }))).toEqual([
      { msg: 'request aborted by its caller', res: {}, err: undefined },
    ]);
    const urls = await Promise.all(
      Array.from({ length: SLOTS_PER_PUBLISHER + 1 }, (_, index) => publish(`5.0.${index}`)),
    );
    await Promise.race(urls.map((url) => beginUpload(url, 1_000_000)));
    await until(async () => own().some(({ res }) => res?.status === 503));
    expect(own().filter(({ res, err }) => res?.status === 503 && err !== undefined)).toEqual([]);
  });

  it('that announce too many bytes are refused before the body is sent', async () => {
    expect(await beginUpload(await publish('2.0.0'), 200 * 1024 * 1024)).toBe('HTTP/1.1 413 Payload Too Large');
  });
});
