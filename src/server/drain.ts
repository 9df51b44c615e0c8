import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The timeouts of a graceful shutdown. */
export interface DrainTimes {
  /** How long requests are still accepted, so that load balancers notice the shutdown. */
  readonly delaySeconds: number;
  /** How long accepted requests may take after that. */
  readonly timeoutSeconds: number;
}

const LOOK_EVERY_MS = 50;
/** How long a connection without any request may still send its first one. */
const SILENT_MS = 1000;

/**
 * Shuts a server down without losing a request: it announces the shutdown, accepts requests for a while, then closes to
 * new ones and completes the accepted ones. Meanwhile every response closes its connection.
 */
export class Drain {
  /** The open connections, each with its latest response. */
  readonly #connections = new Map<Socket, ServerResponse | undefined>();
  #isStopping = false;

  /** True once the shutdown has started, so that no more requests should be sent to this process. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Wraps the request listener of a watched server. */
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
    // After the sockets were read, so that connections with a received request do not count as idle.
    await immediate();
    let isClosed = false;
    const closed = promisify(server.close.bind(server))().finally(() => (isClosed = true));
    const silentUntil = Date.now() + SILENT_MS;
    const late = setTimeout(() => server.closeAllConnections(), timeoutSeconds * 1000);
    while (!isClosed) {
      await Promise.race([closed, wait(LOOK_EVERY_MS)]);
      await immediate();
      // A connection whose response had started before the shutdown stays open afterwards.
      server.closeIdleConnections();
      if (Date.now() > silentUntil) this.#endSilent();
    }
    clearTimeout(late);
    await closed;
  }

  /** Closes connections without any request. Node counts them as busy; load balancers open some in advance. */
  #endSilent(): void {
    for (const socket of this.#connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }
}
