import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const CHANNEL = 'registry_changes';
const RETRY_MS = 1000;

/** What a statement must hold, beside its own, to tell listeners when it commits; $n is the teller's name. */
export const notifying = (parameter: string): string => `pg_notify('${CHANNEL}', ${parameter})`;

/**
 * Listens for what other processes write, on a connection of its own. While that is lost nothing is told, and whoever
 * listens must look for himself.
 */
export class Listener {
  #client: pg.Client | undefined;
  #isClosed = false;
  #running: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    /** Told the name of each teller, and nothing where something may have been missed. */
    private readonly onNotice: (teller: string | undefined) => void,
  ) {}

  /** Begins to listen, and goes on after whatever happens to the connection. */
  start(): void {
    this.#running = this.#run();
  }

  /** Ends listening. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // One that still connects would be waited for.
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
