import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that receives callbacks or webhooks. */
export interface FakeReceiver {
  readonly url: string;
  readonly received: Received[];
  /** The response to further requests. */
  answer: {
    status: number;
    headers?: Record<string, string>;
    /** It takes the message and says nothing. */ isSilent?: boolean;
    /** How long it thinks about it. */ afterMs?: number;
  };
  readonly close: () => Promise<void>;
}

/** Starts a receiver on the loopback interface. */
export async function startFakeReceiver(): Promise<FakeReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      if (receiver.answer.isSilent) return;
      const { status, headers, afterMs = 0 } = receiver.answer;
      setTimeout(
        () => response.writeHead(status, headers).end(status === 101 ? undefined : 'x'.repeat(100_000)),
        afterMs,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: FakeReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: { status: 204 },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
