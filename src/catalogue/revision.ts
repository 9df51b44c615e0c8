import type { SqlRunner } from '../db/database.js';
import { Queue } from '../db/queue.js';

/** The columns of a row of `changes` that caches need. */
export interface ChangeRow {
  readonly id: number;
  readonly kind: 'publisher' | 'node' | 'version' | 'core_nodes' | 'translation';
  readonly subject_id: string;
  readonly node_id: string | null;
}

/** Receives the changes since the last call. `undefined` if there are too many: any record may have changed. */
export type OnMove = (changes: readonly ChangeRow[] | undefined) => void;

/** With more changes than this, listeners get `undefined` instead of a list. */
const CHANGES_MAX = 2000;

/**
 * The revision of the catalogue that this process has read: the highest id in `changes`. A write advances it before it
 * returns, so that the writer's next read reflects the write. A poll finds the writes of other processes.
 */
export class Revision {
  #current = 0;
  #databaseId = '';
  readonly #refreshes = new Queue();
  readonly #listeners: OnMove[] = [];
  #poll: NodeJS.Timeout | undefined;

  constructor(private readonly database: SqlRunner) {}

  /** The revision that this process has read. */
  get current(): number {
    return this.#current;
  }

  /**
   * The random id of the database. `registry new-id` replaces it after an older state of the database was restored.
   */
  get databaseId(): string {
    return this.#databaseId;
  }

  /** Registers a listener that is called after each change of the revision, before any read uses the new one. */
  onMove(listener: OnMove): void {
    this.#listeners.push(listener);
  }

  /**
   * Reads the id and the revision of the database.
   * @param pollEvery interval in ms at which to poll for writes of other processes; no poll if absent
   */
  async start(pollEvery?: number): Promise<void> {
    const [row] = await this.database.query<{ id: string; revision: number }>(
      `select value as id, coalesce((select max(id) from changes), 0)::float8 as revision from meta where name = 'database_id'`,
    );
    this.#databaseId = row!.id;
    this.#current = row!.revision;
    if (pollEvery !== undefined) {
      this.#poll = setInterval(() => void this.refresh().catch(() => undefined), pollEvery);
      this.#poll.unref();
    }
  }

  stop(): void {
    clearInterval(this.#poll);
  }

  /** Reads all changes that were committed before the call. */
  refresh(): Promise<void> {
    return this.#refreshes.runShared(() => this.#read());
  }

  /** Applies changes that this process has committed. Reads earlier changes of other processes first. */
  follow(changes: readonly ChangeRow[]): Promise<void> {
    const [first, last] = [changes[0]!, changes.at(-1)!];
    return this.#refreshes.run(async () => {
      if (last.id <= this.#current) return;
      // Consecutive ids mean that no other process has written in between, so there is nothing to read.
      if (first.id === this.#current + 1 && changes.length <= CHANGES_MAX) this.#move(last.id, changes);
      else await this.#read();
    });
  }

  async #read(): Promise<void> {
    const rows = await this.database.query<ChangeRow>(
      `select id::float8 as id, kind, subject_id, node_id from changes where id > $1 order by changes.id limit ${CHANGES_MAX + 1}`,
      [this.#current],
    );
    const last = rows.at(-1);
    if (!last) return;
    if (rows.length > CHANGES_MAX) {
      const [top] = await this.database.query<{ id: number }>('select max(id)::float8 as id from changes');
      this.#move(top!.id, undefined);
    } else {
      this.#move(last.id, rows);
    }
  }

  #move(revision: number, changes: readonly ChangeRow[] | undefined): void {
    this.#current = revision;
    for (const listener of this.#listeners) listener(changes);
  }
}
