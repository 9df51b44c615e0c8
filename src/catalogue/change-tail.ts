import { EventEmitter, once } from 'node:events';
import type { SqlRunner } from '../db/database.js';
import { Queue } from '../db/queue.js';
import type { ChangeFeed, ChangeRecord, ChangeSlice } from './change-feed.js';
import type { Revision } from './revision.js';

/** The most recent changes that are kept in memory for all followers. */
const RECENT_MAX = 1000;
const SLICE_MAX = 100;
/** Time after a failed read until the next attempt. */
const RETRY_MS = 1000;

/** The connection of a follower, which determines when to send more and when to stop. */
export interface Following {
  readonly closed: AbortSignal;
  /** Resolves once the reader has received the last slice. */
  readonly ready: () => Promise<void>;
}

/**
 * The most recent changes of the feed, for readers who follow it. Each change is read from the database once for all
 * followers. A reader who is further behind reads from the database, so a slow reader takes no memory here.
 */
export class ChangeTail {
  /** All changes after position `#from` and up to position `#head`, by position, ascending. */
  readonly #recent = new Map<number, ChangeRecord>();
  #from = 0;
  #head = 0;
  #followers = 0;
  /** Slices of `#recent` by the position before them. Readers at the same position share a slice. */
  readonly #slices = new Map<number, ChangeSlice>();
  readonly #reads = new Queue();
  readonly #events = new EventEmitter<{ read: [] }>().setMaxListeners(0);

  constructor(
    private readonly database: SqlRunner,
    private readonly feed: ChangeFeed,
    private readonly revision: Revision,
    private readonly onError: (error: unknown) => void,
  ) {
    revision.onMove(() => this.#read());
  }

  /**
   * Yields the changes after a cursor once they are committed, in commit order and without gaps, until the reader
   * closes.
   * @param since cursor to begin after; defaults to the current revision
   * @throws INVALID_INPUT for a cursor that is not of this database, CURSOR_EXPIRED if changes after it were deleted
   */
  async follow(since: string | undefined, following: Following): Promise<AsyncGenerator<ChangeSlice, void, undefined>> {
    const position = since === undefined ? undefined : this.feed.positionOf(since);
    if (position !== undefined) await this.feed.assertComplete(position);
    return this.#follow(position, following);
  }

  async *#follow(
    since: number | undefined,
    { closed, ready }: Following,
  ): AsyncGenerator<ChangeSlice, void, undefined> {
    this.#enter();
    try {
      let position = since ?? this.revision.current;
      while (!closed.aborted) {
        const slice = await this.#after(position);
        position = slice.position;
        if (slice.changes.length > 0) {
          yield slice;
          await ready();
        } else if (!slice.more && this.#head <= position) {
          // Rejects if the reader closes.
          await once(this.#events, 'read', { signal: closed }).catch(() => undefined);
        }
      }
    } finally {
      this.#followers--;
    }
  }

  /** Adds a follower. The first one starts at the current revision, because nothing was read while there were none. */
  #enter(): void {
    if (this.#followers++ > 0) return;
    this.#recent.clear();
    this.#slices.clear();
    this.#from = this.#head = this.revision.current;
  }

  async #after(position: number): Promise<ChangeSlice> {
    const head = this.#head;
    if (position < this.#from) {
      const read = await this.feed.after(this.database, position, SLICE_MAX);
      // The feed leaves out changes of counters, so the position that it was read up to may be after its last change.
      const next = read.more ? read.position : Math.max(read.position, head);
      return { ...read, position: next, next: this.feed.cursor(next) };
    }
    const known = this.#slices.get(position);
    if (known) return known;
    const later = [...this.#recent].filter(([at]) => at > position);
    const entries = later.slice(0, SLICE_MAX);
    const last = entries.at(-1)?.[0] ?? position;
    const changes = entries.map(([, change]) => change);
    const slice = { changes, next: this.feed.cursor(last), position: last, more: later.length > SLICE_MAX };
    this.#slices.set(position, slice);
    return slice;
  }

  /** Reads the changes since the last read, unless there are no followers. */
  #read(): void {
    if (this.#followers === 0) return;
    this.#reads
      .runShared(() => this.#readAll())
      .catch((error: unknown) => {
        this.onError(error);
        setTimeout(() => this.#read(), RETRY_MS).unref();
      });
  }

  async #readAll(): Promise<void> {
    let more = true;
    while (more) {
      const read = await this.feed.after(this.database, this.#head, RECENT_MAX);
      for (const change of read.changes) this.#recent.set(this.feed.positionOf(change.cursor), change);
      ({ position: this.#head, more } = read);
      for (const position of this.#recent.keys()) {
        if (this.#recent.size <= RECENT_MAX) break;
        this.#recent.delete((this.#from = position));
      }
      this.#slices.clear();
      this.#events.emit('read');
    }
  }
}
