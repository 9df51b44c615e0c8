import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaveOut } from '../request/logging.js';

const NESTED =
  '{ nodes(limit: 20) { total nodes { id name publisher { id name } latestVersion { version } versions(first: 1) { nodes { version } } } } }';

/** One request of each of the most frequent kinds. */
const REQUESTS: readonly { readonly method: string; readonly path: string; readonly body?: string }[] = [
  { method: 'GET', path: '/nodes?limit=20' },
  { method: 'POST', path: '/graphql', body: JSON.stringify({ query: NESTED }) },
  { method: 'GET', path: '/nodes/search?search=start' },
];

/** The path of a private socket. Requests through it have no network address. */
const ownSocket = (): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\registry-${randomUUID()}`
    : join(tmpdir(), `registry-${randomUUID()}.sock`);

/**
 * Sends one request of each kind before the server listens. The first execution of code and statements takes tens of
 * milliseconds, which the first callers would have to wait otherwise.
 * @param listener handles the requests
 * @throws Error if the socket fails; the status of the responses is ignored
 */
export async function warmUp(listener: RequestListener): Promise<void> {
  const server = createServer((asked, answer) => {
    leaveOut(asked);
    listener(asked, answer);
  });
  server.listen(ownSocket());
  await once(server, 'listening');
  const socketPath = server.address() as string;
  try {
    for (const { method, path, body } of REQUESTS) {
      const asked = request({
        socketPath,
        method,
        path,
        agent: false,
        headers:
          body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      });
      asked.end(body);
      const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
      await once(answer.resume(), 'end');
    }
  } finally {
    server.close();
  }
}
