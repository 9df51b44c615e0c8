/** Names that are returned for one. */
const FOUND_MAX = 3;
/** Postings that are read for one name, which bounds the time of a search. */
const POSTINGS_MAX = 8000;
/** Similarity below this is no suggestion. */
const SIMILARITY_MIN = 0.45;
/** The similarity of trigrams, from 0 to 1: twice the number of common ones by the number of all. */
const dice = (common: number, a: number, b: number): number => (2 * common) / (a + b);

/** The different trigrams of a name in lower case, with its beginning and end marked. */
function trigramsOf(name: string): Set<string> {
  const text = `\u0001${name.slice(0, 200).toLowerCase()}\u0002`;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= text.length; at++) trigrams.add(text.slice(at, at + 3));
  return trigrams;
}

/** Names by their trigrams, to find those that are similar to a misspelled or renamed one. */
export class NearNames {
  readonly #names: string[] = [];
  /** The number of trigrams of each name. */
  readonly #sizes: number[] = [];
  readonly #positions = new Map<string, number>();
  readonly #postings = new Map<string, number[]>();
  /** Common trigrams of each name during a search; 0 between searches. */
  #counts = new Uint8Array(1024);

  /** Adds a name, if it is new. Names are never removed: callers leave out those without a provider. */
  add(name: string): void {
    if (this.#positions.has(name)) return;
    const position = this.#names.push(name) - 1;
    this.#positions.set(name, position);
    if (position >= this.#counts.length) this.#counts = new Uint8Array(this.#counts.length * 2);
    const trigrams = trigramsOf(name);
    this.#sizes.push(trigrams.size);
    for (const trigram of trigrams) {
      const known = this.#postings.get(trigram);
      if (known) known.push(position);
      else this.#postings.set(trigram, [position]);
    }
  }

  /**
   * The names most similar to one, the most similar first.
   * @param isOffered leaves out names that have no provider any more
   */
  similar(name: string, isOffered: (name: string) => boolean): string[] {
    const trigrams = trigramsOf(name);
    const lists = [...trigrams].map((trigram) => this.#postings.get(trigram) ?? []).sort((a, b) => a.length - b.length);
    const common = this.#counts;
    const met: number[] = [];
    let read = 0;
    for (const list of lists) {
      // Frequent trigrams tell least about a name, so they are the ones to leave out.
      if (read > 0 && read + list.length > POSTINGS_MAX) break;
      const postings = Math.min(list.length, POSTINGS_MAX);
      for (let at = 0; at < postings; at++) {
        const position = list[at]!;
        if (common[position]!++ === 0) met.push(position);
      }
      read += postings;
    }
    const found: { readonly name: string; readonly similarity: number }[] = [];
    for (const position of met) {
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
