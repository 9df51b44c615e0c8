import type { ChangeFeed, ChangeRecord } from './change-feed.js';
import type { Revision } from './revision.js';
import type { SqlRunner } from '../db/database.js';

/** The most recent changes that are kept in memory for all followers. */
const RECENT_MAX = 1000;
/** The most changes in one slice. */
const SLICE_MAX = 100;
/** Time after a failed read until the next attempt. */
const RETRY_MS = 1000;

interface Entry {
  readonly position: number;
  readonly change: ChangeRecord;
}

/** Consecutive changes, and the cursor to continue from. */
export interface TailSlice {
  readonly changes: readonly ChangeRecord[];
  readonly next: string;
  /** True if more changes were available when the slice was read. */
  readonly more: boolean;
}

/** A slice, and the position up to which it has read the feed. */
interface ReadSlice {
  readonly position: number;
  readonly tailSlice: TailSlice | undefined;
  readonly more: boolean;
}

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
  /** All changes after position `#from` and up to position `#head`, ascending. */
  readonly #recent: Entry[] = [];
  #from = 0;
  #head = 0;
  #followers = 0;
  readonly #waiting = new Set<() => void>();
  /** The last slice that was built, for other readers at the same position. */
  #last: { readonly after: number; readonly head: number; readonly slice: ReadSlice } | undefined;
  #isReading = false;
  #isBehind = false;

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
  async follow(since: string | undefined, following: Following): Promise<AsyncGenerator<TailSlice, void, undefined>> {
    const position = since === undefined ? undefined : this.feed.positionOf(since);
    if (position !== undefined) await this.feed.assertComplete(position);
    return this.#follow(position, following);
  }

  async *#follow(since: number | undefined, { closed, ready }: Following): AsyncGenerator<TailSlice, void, undefined> {
    this.#enter();
    try {
      let position = since ?? this.revision.current;
      while (!closed.aborted) {
        const { position: next, tailSlice, more } = await this.#after(position);
        position = next;
        if (tailSlice !== undefined && tailSlice.changes.length > 0) {
          yield tailSlice;
          await ready();
        } else if (!more) await this.#waitForChanges(position, closed);
      }
    } finally {
      this.#followers--;
    }
  }

  /** Adds a follower. The first one starts at the current revision, because nothing was read while there were none. */
  #enter(): void {
    if (this.#followers++ > 0) return;
    this.#recent.length = 0;
    this.#from = this.#head = this.revision.current;
  }

  async #after(position: number): Promise<ReadSlice> {
    const head = this.#head;
    if (position < this.#from) {
      const { changes, more, position: last } = await this.feed.after(this.database, position, SLICE_MAX);
      // The feed leaves out changes of counters, so the position that it was read up to may be after its last change.
      const next = more ? last : Math.max(last, head);
      return { position: next, tailSlice: { changes, next: this.feed.cursor(next), more }, more };
    }
    const at = this.#recent.findIndex((entry) => entry.position > position);
    return at < 0 ? { position, tailSlice: undefined, more: false } : this.#recentAfter(position, at);
  }

  #recentAfter(after: number, at: number): ReadSlice {
    const head = this.#head;
    if (this.#last?.after === after && this.#last.head === head) return this.#last.slice;
    const entries = this.#recent.slice(at, at + SLICE_MAX);
    const { position } = entries.at(-1)!;
    const more = at + entries.length < this.#recent.length;
    const tailSlice = { changes: entries.map(({ change }) => change), next: this.feed.cursor(position), more };
    const slice = { position, tailSlice, more };
    this.#last = { after, head, slice };
    return slice;
  }

  /** Waits for changes after a position, or until the reader closes. */
  async #waitForChanges(position: number, closed: AbortSignal): Promise<void> {
    if (this.#head > position || closed.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        closed.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      closed.addEventListener('abort', wake);
    });
  }

  /** Starts reading the changes since the last read, unless a read is running or there are no followers. */
  #read(): void {
    this.#isBehind = true;
    if (this.#isReading || this.#followers === 0) return;
    this.#isReading = true;
    this.#readAll()
      .catch((error: unknown) => {
        this.onError(error);
        setTimeout(() => this.#read(), RETRY_MS).unref();
      })
      .finally(() => (this.#isReading = false));
  }

  async #readAll(): Promise<void> {
    while (this.#isBehind) {
      this.#isBehind = false;
      const { changes, position, more } = await this.feed.after(this.database, this.#head, RECENT_MAX);
      for (const change of changes) this.#recent.push({ position: this.feed.positionOf(change.cursor), change });
      this.#head = position;
      const surplus = this.#recent.splice(0, this.#recent.length - RECENT_MAX);
      if (surplus.length > 0) this.#from = surplus.at(-1)!.position;
      this.#isBehind ||= more;
      for (const wake of [...this.#waiting]) wake();
    }
  }
}
