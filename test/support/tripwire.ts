import { type AddressInfo, createServer, type Server } from 'node:net';

/** Listens on loopback ports that the registry must never connect to. */
export interface Tripwire {
  /** The port, on 127.0.0.1 and, if this machine supports it, on ::1. */
  readonly port: number;
  /** The received bytes as a string, one per connection. */
  readonly touched: string[];
  readonly close: () => Promise<void>;
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return (server.address() as AddressInfo).port;
}

/** Starts to listen. Every connection is accepted, its bytes are recorded, and it gets a response with status 200. */
export async function openTripwire(): Promise<Tripwire> {
  const touched: string[] = [];
  const make = (): Server =>
    createServer((socket) => {
      const index = touched.push('') - 1;
      socket.setEncoding('latin1').on('error', () => undefined);
      socket.on('data', (text: string) => {
        touched[index] += text;
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      });
    });
  const [four, six] = [make(), make()];
  const port = await listen(four, 0, '127.0.0.1');
  const hasSix = await listen(six, port, '::1').then(
    () => true,
    () => false,
  );
  const close = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve));
  return { port, touched, close: async () => void (await Promise.all([close(four), ...(hasSix ? [close(six)] : [])])) };
}
