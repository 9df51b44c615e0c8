import type { SqlRunner } from '../db/database.js';
import { Queue } from '../db/queue.js';
import { forgivenTypos, typosToPrefix } from '../values/words.js';
import type { Revision } from './revision.js';

const SPELLINGS = 40;
/** No word is longer by more than its prefix and this. */
const LONGER = 12;

/**
 * The catalogue's own words, in this process, to tell typing errors by. Comparing them in SQL takes a hundred times as
 * long: no index knows edit distance, and what only looks alike (trigrams, the same beginning) is thousands of words.
 */
export class Dictionary {
  /** All words, by their first two letters. */
  readonly #buckets = new Map<string, string[]>();
  readonly #refreshes = new Queue();
  #knows = -1;
  /** Every transaction below this one had ended when the words were last asked for. */
  #horizon: string | undefined;

  constructor(
    private readonly database: SqlRunner,
    private readonly revision: Revision,
  ) {}

  /** Takes notice of every word that the catalogue has by now: one statement where it moved, none where not. */
  async refresh(): Promise<void> {
    const wanted = this.revision.current;
    if (this.#knows >= wanted) return;
    await this.#refreshes.run(async () => {
      if (this.#knows >= wanted) return;
      const { current } = this.revision;
      // In a restored database words carry transactions that are yet to come there: the first time takes all of them.
      // In one text, for hundreds of thousands of rows take long to read; no word has a space in it.
      const [found] = await this.database.query<{ words: string | null; horizon: string }>(
        `with now as (select pg_current_snapshot() as snapshot)
         select (select string_agg(w.word, ' ') from search_words w where $1::text is null or (w.added >= $1::text::xid8 and w.added < pg_snapshot_xmax(now.snapshot))) as words,
           pg_snapshot_xmin(now.snapshot)::text as horizon from now`,
        [this.#horizon ?? null],
      );
      // No word comes twice at once, and none that comes at first was there before.
      const isFirst = this.#horizon === undefined;
      for (const word of found!.words?.split(' ') ?? []) this.#add(word, isFirst);
      this.#horizon = found!.horizon;
      this.#knows = current;
    });
  }

  /** Whether some word begins so. */
  begins(text: string): boolean {
    return this.#bucket(text).some((word) => word.startsWith(text));
  }

  /** The words that a mistyped one may have meant, nearest first. */
  spellings(typed: string): string[] {
    const forgiven = forgivenTypos(typed.length);
    if (forgiven === 0) return [];
    const found: { word: string; typos: number }[] = [];
    for (const word of this.#candidates(typed)) {
      if (word.length < typed.length - forgiven || word.length > typed.length + LONGER) continue;
      const typos = typosToPrefix(typed, word, forgiven);
      if (typos <= forgiven) found.push({ word, typos });
    }
    found.sort((a, b) => a.typos - b.typos || a.word.length - b.word.length || (a.word < b.word ? -1 : 1));
    return found.slice(0, SPELLINGS).map(({ word }) => word);
  }

  /** The words that begin with the letters typed, or with one typing error among the first of them. */
  *#candidates(typed: string): Generator<string> {
    const [a = '', b = '', c = '', d = ''] = typed;
    const near = new Set([a + b, b + a, a + c]);
    for (const beginning of near) yield* this.#bucket(beginning);
    for (const [beginning, words] of this.#buckets) {
      if (near.has(beginning)) continue;
      const [first, second] = beginning;
      // A letter too much at the beginning; another or one more there; another or one more after it.
      if (first === b && second === c) yield* words;
      else if (second === b) yield* words.filter((word) => word[2] === c);
      else if (second === a) yield* words.filter((word) => word[2] === b || word[3] === c);
      else if (first === a) yield* words.filter((word) => (word[2] === c && word[3] === d) || word[2] === b);
    }
  }

  #bucket(text: string): readonly string[] {
    return this.#buckets.get(text.slice(0, 2)) ?? [];
  }

  #add(word: string, isNew: boolean): void {
    const beginning = word.slice(0, 2);
    const bucket = this.#buckets.get(beginning);
    if (!bucket) this.#buckets.set(beginning, [word]);
    else if (isNew || !bucket.includes(word)) bucket.push(word);
  }
}
