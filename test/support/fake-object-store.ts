import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An S3-compatible store on the loopback interface, with one bucket in memory. */
export interface FakeObjectStore {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** If set, the store responds to all requests with this error. */
  refusal: { status: number; code: string } | undefined;
  /** If true, the store stores an object and then responds with an error. */
  failsAfterPut: boolean;
  readonly close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

const digest = (body: Buffer, encoding: 'hex' | 'base64'): string => createHash('sha256').update(body).digest(encoding);

/** Starts a store with one bucket. It accepts requests that are signed with this key id. */
export async function startFakeObjectStore(bucket: string, keyId: string): Promise<FakeObjectStore> {
  const objects = new Map<string, Buffer>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const {
      authorization = '',
      range,
      'x-amz-content-sha256': signed,
      'x-amz-checksum-sha256': sum,
    } = request.headers as Record<string, string | undefined>;
    const [, ownBucket, ...rest] = decodeURIComponent(new URL(request.url!, 'http://store').pathname).split('/');
    const name = rest.join('/');
    if (store.refusal) refuse(response, store.refusal.status, store.refusal.code);
    else if (!authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${keyId}/`))
      refuse(response, 403, 'InvalidAccessKeyId');
    else if (ownBucket !== bucket) refuse(response, 404, 'NoSuchBucket');
    else if (signed !== 'UNSIGNED-PAYLOAD' && signed !== digest(body, 'hex'))
      refuse(response, 400, 'XAmzContentSHA256Mismatch');
    else if (request.method === 'PUT') {
      if (sum !== digest(body, 'base64')) refuse(response, 400, 'BadDigest');
      else {
        objects.set(name, body);
        if (store.failsAfterPut) refuse(response, 500, 'InternalError');
        else response.writeHead(200).end();
      }
    } else if (request.method === 'DELETE') {
      objects.delete(name);
      response.writeHead(204).end();
    } else {
      const object = objects.get(name);
      const stretch = /^bytes=(\d+)-(\d+)$/.exec(range ?? '');
      if (!object) refuse(response, 404, 'NoSuchKey');
      else if (stretch) response.writeHead(206).end(object.subarray(Number(stretch[1]), Number(stretch[2]) + 1));
      else response.writeHead(200).end(object);
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store: FakeObjectStore = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    refusal: undefined,
    failsAfterPut: false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return store;
}
