import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A response of the host: data that is sent as JSON, a string that is sent unchanged, no response, or a closed
 * connection.
 */
export type Reply =
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
      readonly raw?: string;
    }
  | 'hang'
  | 'hang after the headers'
  | 'drop';

/** A received request. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/** A server on the loopback interface with the API of a repository host. */
export interface FakeRepositoryHost {
  readonly url: string;
  /** The received requests, oldest first. */
  readonly seen: Seen[];
  /** Sets the response for a path. Other paths respond with 404. A function is called for each request. */
  readonly on: (path: string, reply: Reply | (() => Reply | Promise<Reply>)) => void;
  readonly close: () => Promise<void>;
}

/** Returns the response for a repository. `admin` is true if the owner of the token has admin rights on it. */
export function repository(id: number, admin = true): Reply {
  return {
    status: 200,
    body: { id, full_name: 'ada/impact', private: false, permissions: { admin, push: true, pull: true } },
  };
}

/** Returns a response that is delayed until this number of requests has been received. */
export function together(count: number, reply: Reply): () => Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  let come = 0;
  return () => {
    if (++come === count) resolve(reply);
    return promise;
  };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return;
  if (reply === 'drop') {
    response.destroy();
    return;
  }
  if (reply === 'hang after the headers') {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"id": 1,');
    return;
  }
  const { status, headers, body, raw } = reply;
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(raw ?? (body === undefined ? undefined : JSON.stringify(body)));
}

/** Starts a repository host. */
export async function startFakeRepositoryHost(): Promise<FakeRepositoryHost> {
  const seen: Seen[] = [];
  const replies = new Map<string, () => Reply | Promise<Reply>>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push({ method: request.method ?? '', path, authorization: request.headers.authorization });
    const reply = replies.get(path) ?? (() => ({ status: 404, body: { message: 'Not Found' } }));
    void Promise.resolve(reply()).then((ready) => send(response, ready));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    on: (path, reply) => void replies.set(path, typeof reply === 'function' ? reply : () => reply),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
