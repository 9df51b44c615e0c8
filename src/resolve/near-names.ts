/** Limit of similar names in a result. */
const FOUND_MAX = 3;
/** Limit of postings that one search reads, which bounds its time. */
const POSTINGS_MAX = 8000;
/** Names with a lower similarity are not suggested. */
const SIMILARITY_MIN = 0.45;

/** The Dice coefficient of two sets of `a` and `b` trigrams with `common` ones in both: a similarity from 0 to 1. */
const dice = (common: number, a: number, b: number): number => (2 * common) / (a + b);

/** The distinct trigrams of a lower-cased name. Control characters mark its beginning and end. */
function trigramsOf(name: string): Set<string> {
  const text = `\u0001${name.slice(0, 200).toLowerCase()}\u0002`;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= text.length; at++) trigrams.add(text.slice(at, at + 3));
  return trigrams;
}

/** An inverted index from trigrams to names. It finds the names that are similar to a misspelled or renamed one. */
export class NearNames {
  readonly #names: string[] = [];
  /** The number of trigrams of each name. */
  readonly #sizes: number[] = [];
  /** The position of each name in `#names`. */
  readonly #positions = new Map<string, number>();
  /** For each trigram, the positions of the names that contain it. */
  readonly #postings = new Map<string, number[]>();
  /** For each name, the number of trigrams in common with the name that is searched for. All 0 between searches. */
  #counts = new Uint8Array(1024);

  /** Adds a name unless it exists. Names are never removed; `similar` filters out those without a provider. */
  add(name: string): void {
    if (this.#positions.has(name)) return;
    const position = this.#names.push(name) - 1;
    this.#positions.set(name, position);
    if (position >= this.#counts.length) this.#counts = new Uint8Array(this.#counts.length * 2);
    const trigrams = trigramsOf(name);
    this.#sizes.push(trigrams.size);
    for (const trigram of trigrams) {
      const positions = this.#postings.get(trigram);
      if (positions) positions.push(position);
      else this.#postings.set(trigram, [position]);
    }
  }

  /**
   * Returns other names that are similar to `name`, the most similar first.
   * @param isOffered returns false for a name that no longer has a provider
   */
  similar(name: string, isOffered: (name: string) => boolean): string[] {
    const trigrams = trigramsOf(name);
    const lists = [...trigrams].map((trigram) => this.#postings.get(trigram) ?? []).sort((a, b) => a.length - b.length);
    const common = this.#counts;
    const matched: number[] = [];
    let read = 0;
    for (const list of lists) {
      // The rarest trigrams are read first, because frequent ones distinguish names least.
      if (read > 0 && read + list.length > POSTINGS_MAX) break;
      const postings = Math.min(list.length, POSTINGS_MAX);
      for (let at = 0; at < postings; at++) {
        const position = list[at]!;
        if (common[position]!++ === 0) matched.push(position);
      }
      read += postings;
    }
    const found: { readonly name: string; readonly similarity: number }[] = [];
    for (const position of matched) {
      const similarity = dice(common[position]!, trigrams.size, this.#sizes[position]!);
      common[position] = 0;
      const other = this.#names[position]!;
      if (similarity >= SIMILARITY_MIN && other !== name && isOffered(other)) found.push({ name: other, similarity });
    }
    return found
      .sort((a, b) => b.similarity - a.similarity || (a.name < b.name ? -1 : 1))
      .slice(0, FOUND_MAX)
      .map((one) => one.name);
  }
}
