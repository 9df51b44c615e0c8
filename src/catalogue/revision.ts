import type { SqlRunner } from '../db/database.js';
import { Queue } from '../db/queue.js';

/** One row of `changes`, as far as caches must know it. */
export interface ChangeRow {
  readonly id: number;
  readonly kind: 'publisher' | 'node' | 'version' | 'core_nodes' | 'translation';
  readonly subject_id: string;
  readonly node_id: string | null;
}

/** Told which things changed; undefined means too many to name. */
export type OnMove = (changes: readonly ChangeRow[] | undefined) => void;

const MANY = 2000;

/**
 * The one number that orders all changes: the highest id in `changes`. A write moves it before it returns, so a writer
 * reads its own write; a poll finds what other processes wrote, within a second.
 */
export class Revision {
  #current = 0;
  #databaseId = '';
  readonly #refreshes = new Queue();
  #waiting: Promise<void> | undefined;
  readonly #listeners: OnMove[] = [];
  #poll: NodeJS.Timeout | undefined;

  constructor(private readonly database: SqlRunner) {}

  /** The revision that this process knows of. */
  get current(): number {
    return this.#current;
  }

  /**
   * The random id that was made with the database; `registry new-id` makes another for one that was put back to an
   * older state.
   */
  get databaseId(): string {
    return this.#databaseId;
  }

  /** Calls the listener after each move, before anybody reads at the new revision. */
  onMove(listener: OnMove): void {
    this.#listeners.push(listener);
  }

  /** Reads where the database stands; with an interval in ms, goes on looking for what other processes write. */
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

  /** Ends the poll. */
  stop(): void {
    clearInterval(this.#poll);
  }

  /** Takes notice of everything that was committed before the call. */
  refresh(): Promise<void> {
    // Callers share a refresh that has not begun yet: it will see every commit made before their calls.
    return (this.#waiting ??= this.#refreshes.run(async () => {
      this.#waiting = undefined;
      await this.#read();
    }));
  }

  /** Takes notice of what this process has committed, and of what others have before. */
  follow(changes: readonly ChangeRow[]): Promise<void> {
    const [first, last] = [changes[0]!, changes.at(-1)!];
    return this.#refreshes.run(async () => {
      if (last.id <= this.#current) return;
      // Where nobody was in between there is nothing to ask for.
      if (first.id === this.#current + 1 && changes.length <= MANY) this.#move(last.id, changes);
      else await this.#read();
    });
  }

  async #read(): Promise<void> {
    const rows = await this.database.query<ChangeRow>(
      `select id::float8 as id, kind, subject_id, node_id from changes where id > $1 order by changes.id limit ${MANY + 1}`,
      [this.#current],
    );
    const last = rows.at(-1);
    if (!last) return;
    if (rows.length > MANY) {
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
