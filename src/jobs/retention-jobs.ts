import type { Database } from '../db/database.js';
import type { JobQueue } from './job-queue.js';

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 3_600_000;

/**
 * Enqueues the deletion of expired data a minute after the start and then every hour. One process at a time runs it.
 */
export class RetentionJobs {
  #timer: NodeJS.Timeout | undefined;
  #enqueuing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly queue: () => JobQueue,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.#schedule(FIRST_AFTER_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#enqueuing;
  }

  /** Enqueues a run, unless one already waits. */
  async ask(): Promise<void> {
    const queue = this.queue();
    await this.database.transaction(({ query }) => queue.send({ query }, 'retention.sweep', {}, { key: 'sweep' }));
    queue.wake('retention.sweep');
  }

  #schedule(afterMs: number): void {
    this.#timer = setTimeout(() => {
      this.#enqueuing = this.ask().catch(this.onError);
      this.#schedule(EVERY_MS);
    }, afterMs).unref();
  }
}
