import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How long a stop may take. */
export interface DrainTimes {
  /** How long everything is still taken, so that balancers notice. */
  readonly delaySeconds: number;
  /** How long what was taken may take after that. */
  readonly timeoutSeconds: number;
}

const LOOK_EVERY_MS = 50;
/** How long a connection on which nothing ever came may still bring its first request. */
const SILENT_MS = 1000;

/**
 * Ends a server without losing a request: it says that it is going, takes everything for a while, then nothing new, and
 * answers what it took. Every answer meanwhile asks its caller to come back on another connection.
 */
export class Drain {
  /** The open connections, each with the answer that was begun last on it. */
  readonly #connections = new Map<Socket, ServerResponse | undefined>();
  #isStopping = false;

  /** Whether it is going, so that nobody should be sent here any more. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** The listener of a server that is watched. */
  listener(listener: RequestListener): RequestListener {
    return (request, response) => {
      if (this.#isStopping) response.shouldKeepAlive = false;
      this.#connections.set(request.socket, response);
      listener(request, response);
    };
  }

  /** Watches the connections of a server, so that `end` can end it. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#connections.set(socket, undefined);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /** Ends the server. */
  async end(server: Server, { delaySeconds, timeoutSeconds }: DrainTimes): Promise<void> {
    this.#isStopping = true;
    for (const response of this.#connections.values())
      if (response?.headersSent === false) response.shouldKeepAlive = false;
    if (delaySeconds > 0) await wait(delaySeconds * 1000);
    // Right after the sockets were read: what has come by now is no idle connection's.
    await immediate();
    let isClosed = false;
    const closed = promisify(server.close.bind(server))().finally(() => (isClosed = true));
    const silentUntil = Date.now() + SILENT_MS;
    const late = setTimeout(() => server.closeAllConnections(), timeoutSeconds * 1000);
    while (!isClosed) {
      await Promise.race([closed, wait(LOOK_EVERY_MS)]);
      await immediate();
      // One whose answer was begun before all this stays open after it.
      server.closeIdleConnections();
      if (Date.now() > silentUntil) this.#endSilent();
    }
    clearTimeout(late);
    await closed;
  }

  /** Ends the connections on which nothing ever came, which count as busy: balancers open some ahead. */
  #endSilent(): void {
    for (const socket of this.#connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }
}
