import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An answer of the host: data that is sent as JSON, a text that is sent as it stands, no answer at all, or a broken
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

/** A request that reached the host. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/** A server on this machine that behaves as the API of a repository host. */
export interface FakeRepositoryHost {
  readonly url: string;
  /** What reached it, oldest first. */
  readonly seen: Seen[];
  /** Sets the response to a path from now on; other paths are 404. A function is called for each request. */
  readonly on: (path: string, reply: Reply | (() => Reply | Promise<Reply>)) => void;
  readonly close: () => Promise<void>;
}

/** The answer for a repository of this number, which the token's holder administers or not. */
export function repository(id: number, admin = true): Reply {
  return {
    status: 200,
    body: { id, full_name: 'ada/impact', private: false, permissions: { admin, push: true, pull: true } },
  };
}

/** A reply that is given when so many requests for it have come, to all of them. */
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
