import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between a server and its database whose connections can be cut, blocked and restored. */
export interface TcpProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Returns the number of open connections. */
  readonly open: () => number;
  /** Closes all connections and refuses new ones. */
  readonly cut: () => void;
  /** Closes all connections, but accepts new ones. */
  readonly reset: () => void;
  /** Blocks all bytes, also of new connections. */
  readonly block: () => void;
  /** Accepts connections and passes all bytes on, including those that were blocked. */
  readonly restore: () => void;
  readonly close: () => Promise<void>;
}

/** Starts a proxy for a database. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let isCut = false;
  let isClogged = false;
  const server = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => void to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
      if (isClogged) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const all = (work: (socket: Socket) => unknown): void => [...pairs].flat().forEach(work);
  const reset = (): void => all((socket) => socket.resetAndDestroy());
  return {
    url: url.href,
    open: () => pairs.size,
    cut: () => {
      isCut = true;
      reset();
    },
    reset,
    block: () => {
      isClogged = true;
      all((socket) => socket.pause());
    },
    restore: () => {
      [isCut, isClogged] = [false, false];
      all((socket) => socket.resume());
    },
    close: async () => {
      all((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
