import { firstPosition } from '../values/binary-search.js';

const SPELLINGS_MAX = 40;
/** A spelling may have at most this many letters more than the typed word. */
const EXTRA_LETTERS_MAX = 12;
/** The most candidates that are collected and sorted for one typed word. */
const FOUND_MAX = 10_000;
/** The first letters, up to this many, may contain one typo at most, because most typos come later in a word. */
const FIRST_LETTERS = 2;

interface Spelling {
  readonly word: string;
  readonly typos: number;
}

/**
 * Words in alphabetical order, to find those within an edit distance of a typed one (insertion, deletion, substitution
 * and transposition of neighbours). The search extends prefixes letter by letter and stops at a prefix that is too
 * different, so its cost depends on the number of similar prefixes and hardly on the number of words.
 */
export class SpellingIndex {
  readonly #words: readonly string[];

  constructor(words: readonly string[]) {
    const sorted = [...words].sort();
    this.#words = sorted.filter((word, index) => word !== sorted[index - 1]);
  }

  /** Returns an index with more words. */
  with(words: readonly string[]): SpellingIndex {
    return new SpellingIndex([...this.#words, ...words]);
  }

  /** True if a word of the index begins with the text. */
  begins(text: string): boolean {
    return this.#words[this.#firstFrom(text)]?.startsWith(text) ?? false;
  }

  /** The words of the index that begin with the text. */
  beginningWith(text: string): readonly string[] {
    const first = this.#firstFrom(text);
    const end = firstPosition(first, this.#words.length, (position) => this.#words[position]!.startsWith(text));
    return this.#words.slice(first, end);
  }

  /** The position of the first word that is the text, or comes after it. */
  #firstFrom(text: string): number {
    return firstPosition(0, this.#words.length, (position) => this.#words[position]! < text);
  }

  /**
   * The words with a prefix that differs from the typed word by at most `most` typos: the fewest typos first, then the
   * shortest.
   */
  spellings(typed: string, most: number): string[] {
    if (most === 0) return [];
    const found = new Descent(this.#words, typed, most).run();
    found.sort((a, b) => a.typos - b.typos || a.word.length - b.word.length || (a.word < b.word ? -1 : 1));
    return found.slice(0, SPELLINGS_MAX).map(({ word }) => word);
  }
}

/**
 * One search of an index. Row `depth` of the matrix has the edit distances between the current prefix of that length
 * and each prefix of the typed word. Rows are reused, because a search visits thousands of prefixes.
 */
class Descent {
  readonly #found: Spelling[] = [];
  readonly #rows: Uint8Array[];
  /** The smallest value of each row. */
  readonly #least: number[] = [0];
  #prefix = '';

  constructor(
    private readonly words: readonly string[],
    private readonly typed: string,
    private readonly most: number,
  ) {
    const columns = typed.length + 1;
    this.#rows = Array.from({ length: columns + most + 1 }, () => new Uint8Array(columns));
    this.#rows[0] = Uint8Array.from({ length: columns }, (_, column) => column);
  }

  run(): Spelling[] {
    this.#descend(0, this.words.length, 0, Infinity);
    return this.#found;
  }

  /**
   * Searches the words from `low` to before `high`, which share a prefix.
   * @param depth the length of the prefix
   * @param typos the smallest edit distance between the typed word and a shorter prefix
   */
  #descend(low: number, high: number, depth: number, typos: number): void {
    const best = Math.min(typos, this.#rows[depth]![this.typed.length]!);
    if (this.#isTooDifferent(depth)) {
      this.#add(low, high, best);
      return;
    }
    let from = low;
    if (this.words[from]?.length === depth) this.#add(from, ++from, best);
    while (from < high && this.#found.length < FOUND_MAX) {
      this.#prefix = this.words[from]!;
      const to = this.#endOf(from, high, depth);
      this.#fillRow(depth + 1);
      this.#descend(from, to, depth + 1, best);
      from = to;
    }
  }

  /** True if every longer prefix has too many typos. */
  #isTooDifferent(depth: number): boolean {
    const most = depth > 0 && depth <= FIRST_LETTERS ? Math.min(this.most, 1) : this.most;
    // A transposition adds one to a value of the previous row.
    const least = Math.min(this.#least[depth]!, (this.#least[depth - 1] ?? Infinity) + 1);
    return least > most || depth + 1 === this.#rows.length;
  }

  /** Fills the row of the current prefix of this length. */
  #fillRow(depth: number): void {
    const { typed } = this;
    const row = this.#rows[depth]!;
    const last = this.#rows[depth - 1]!;
    const before = this.#rows[depth - 2];
    const letter = this.#prefix[depth - 1];
    const letterBefore = this.#prefix[depth - 2];
    row[0] = depth;
    let least = depth;
    for (let column = 1; column <= typed.length; column++) {
      const substituted = last[column - 1]! + (typed[column - 1] === letter ? 0 : 1);
      let cost = Math.min(last[column]! + 1, row[column - 1]! + 1, substituted);
      if (before && column > 1 && typed[column - 2] === letter && typed[column - 1] === letterBefore)
        cost = Math.min(cost, before[column - 2]! + 1);
      row[column] = cost;
      if (cost < least) least = cost;
    }
    this.#least[depth] = least;
  }

  /** The position after the last word that has the same letter at this depth as the first one. */
  #endOf(from: number, high: number, depth: number): number {
    const letter = this.words[from]![depth];
    return firstPosition(from + 1, high, (position) => this.words[position]![depth] === letter);
  }

  #add(low: number, high: number, typos: number): void {
    if (typos > this.most) return;
    for (let at = low; at < high && this.#found.length < FOUND_MAX; at++) {
      const word = this.words[at]!;
      if (word.length >= this.typed.length - this.most && word.length <= this.typed.length + EXTRA_LETTERS_MAX)
        this.#found.push({ word, typos });
    }
  }
}
