import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const CHANNEL = 'registry_changes';
/** Time after a lost connection until the next attempt to connect. */
const RETRY_MS = 1000;

/**
 * SQL that notifies the listeners of all processes when the transaction commits.
 * @param parameter placeholder of the name of this process
 */
export const notifying = (parameter: string): string => `pg_notify('${CHANNEL}', ${parameter})`;

/**
 * Listens for writes of other processes, on a separate connection. Notifications are missed while the connection is
 * lost, so callers must poll, too.
 */
export class Listener {
  #client: pg.Client | undefined;
  #isClosed = false;
  #running: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    /** Called with the name of the process that has written; with `undefined` if notifications may have been missed. */
    private readonly onNotice: (sender: string | undefined) => void,
  ) {}

  /** Starts to listen. Reconnects whenever the connection is lost. */
  start(): void {
    this.#running = this.#run();
  }

  /** Stops listening. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // Destroys the socket, so that a pending connection attempt fails at once.
    (
      this.#client as unknown as { connection?: { stream?: { destroy(): void } } } | undefined
    )?.connection?.stream?.destroy();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      await this.#listen().catch(() => undefined);
      if (!this.#isClosed) await wait(RETRY_MS, undefined, { ref: false });
    }
  }

  /** Listens until the connection ends. */
  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'extension-registry listener',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    this.#client = client;
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload }) => this.onNotice(payload));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.onNotice(undefined);
      await ended;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
