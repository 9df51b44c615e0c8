import type { SqlRunner } from '../db/database.js';
import { Queue } from '../db/queue.js';
import { forgivenTypos } from '../values/words.js';
import type { Revision } from './revision.js';
import { SpellingIndex } from './spelling-index.js';

/**
 * Added words are merged into the index. Once they are more than this share of the index, and more than RELOAD_MIN, all
 * words are read again.
 */
const RELOAD_SHARE = 0.5;
const RELOAD_MIN = 10_000;

/** The words of the search index, in memory, to correct typos. No database index supports edit distance. */
export class Dictionary {
  #index = new SpellingIndex([]);
  /** The number of words added since all words were last read. */
  #added = 0;
  readonly #refreshes = new Queue();
  #revisionRead = -1;
  /**
   * All transactions with lower ids had ended when the words were last read. `undefined`: the next call reads all
   * words.
   */
  #horizon: string | undefined;

  constructor(
    private readonly database: SqlRunner,
    private readonly revision: Revision,
  ) {}

  /** Reads the words that were added since the last call: one statement if the catalogue changed, otherwise none. */
  refresh(): Promise<void> {
    return this.#refreshes.runShared(async () => {
      const { current } = this.revision;
      if (this.#revisionRead === current) return;
      // The first call does not compare transaction ids: in a restored database, words can have ids that are higher
      // than the current one. The words are read as one string, because reading hundreds of thousands of rows takes
      // long. No word contains a space.
      const [found] = await this.database.query<{ words: string | null; horizon: string }>(
        `with now as (select pg_current_snapshot() as snapshot)
         select (select string_agg(w.word, ' ') from search_words w where $1::text is null or (w.added >= $1::text::xid8 and w.added < pg_snapshot_xmax(now.snapshot))) as words,
           pg_snapshot_xmin(now.snapshot)::text as horizon from now`,
        [this.#horizon ?? null],
      );
      this.#take(found!.words?.split(' ') ?? []);
      // Words deleted in the database stay in the index until all words are read again. That bounds their number.
      const isGrown = this.#added > RELOAD_MIN && this.#added > RELOAD_SHARE * this.#index.size;
      this.#horizon = isGrown ? undefined : found!.horizon;
      this.#revisionRead = current;
    });
  }

  /** True if a word of the dictionary begins with the text. */
  begins(text: string): boolean {
    return this.#index.begins(text);
  }

  /** The dictionary words that a mistyped word may mean, fewest typos first. */
  spellings(typed: string): string[] {
    return this.#index.spellings(typed, forgivenTypos(typed.length));
  }

  #take(words: readonly string[]): void {
    if (this.#horizon === undefined) {
      this.#index = new SpellingIndex(words);
      this.#added = 0;
    } else if (words.length > 0) {
      this.#index = this.#index.with(words);
      this.#added += words.length;
    }
  }
}
