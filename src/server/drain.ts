import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The timeouts of a graceful shutdown. */
export interface DrainTimes {
  /** Seconds during which new connections are still accepted, until load balancers notice the shutdown. */
  readonly delaySeconds: number;
  /** Seconds that accepted requests may take after the delay. */
  readonly timeoutSeconds: number;
}

/** Interval at which idle connections are closed. */
const CHECK_INTERVAL_MS = 50;
/** Milliseconds after the delay until connections that have not sent anything are closed. */
const SILENT_MS = 1000;

/**
 * Shuts a server down without losing a request. During a delay, `isStopping` announces the shutdown and requests are
 * still accepted. Then the server accepts no new connections and completes the accepted requests. From the beginning,
 * every response closes its connection.
 */
export class Drain {
  /** The open connections, each with its latest response. */
  readonly #connections = new Map<Socket, ServerResponse | undefined>();
  #isStopping = false;

  /** True once the shutdown has started, so that load balancers should send no more requests. */
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

  /** Shuts the server down. Resolves once all connections are closed. */
  async end(server: Server, { delaySeconds, timeoutSeconds }: DrainTimes): Promise<void> {
    this.#isStopping = true;
    for (const response of this.#connections.values())
      if (response?.headersSent === false) response.shouldKeepAlive = false;
    if (delaySeconds > 0) await wait(delaySeconds * 1000);
    // Lets the event loop read the sockets first, so that connections with a received request do not count as idle.
    await immediate();
    let isClosed = false;
    const closed = promisify(server.close.bind(server))().finally(() => (isClosed = true));
    const silentUntil = Date.now() + SILENT_MS;
    const late = setTimeout(() => server.closeAllConnections(), timeoutSeconds * 1000);
    while (!isClosed) {
      await Promise.race([closed, wait(CHECK_INTERVAL_MS)]);
      await immediate();
      // A response that had started before the shutdown does not close its connection, so it is closed here.
      server.closeIdleConnections();
      if (Date.now() > silentUntil) this.#endSilent();
    }
    clearTimeout(late);
    await closed;
  }

  /**
   * Closes connections that have not sent anything. Load balancers open some in advance, and Node counts them as busy.
   */
  #endSilent(): void {
    for (const socket of this.#connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }
}
