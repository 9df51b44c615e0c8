import { setImmediate } from 'node:timers/promises';
import { forgivenTypos, searchWords } from '../values/words.js';
import type { NodeIndex } from './node-index.js';
import type { NodeLists, NodeSearchQuestion } from './node-lists.js';
import type { Listing } from './records.js';
import type { SearchTerm, WordIndex } from './word-index.js';

const WORDS_MAX = 20;
/**
 * A search with more unknown words than this finds nothing, because typos are unlikely to be the cause. A search with
 * more words than this is not repeated with similar words.
 */
const UNKNOWN_WORDS_MAX = 5;
/**
 * A search that finds at most this many nodes is repeated with the similar words of the dictionary. Its words may be
 * typos that authors have made, too.
 */
const FEW_RESULTS = 5;
/** The repeated search replaces the first one if it finds at least this many times as many nodes. */
const MORE_TIMES = 10;

/** Endpoint 2: finds nodes by words, repository and core-node name. */
export class NodeSearch {
  constructor(
    private readonly words: WordIndex,
    private readonly nodeIndex: NodeIndex | undefined,
    private readonly nodeLists: NodeLists,
  ) {}

  /**
   * A page of the ids of found nodes; the best match first if no order is given. Takes no statement if the catalogue
   * has not changed and the search has words only.
   */
  async search(question: NodeSearchQuestion): Promise<Listing<string>> {
    const words = question.search === undefined ? [] : [...new Set(searchWords(question.search))].slice(0, WORDS_MAX);
    if (question.search !== undefined && question.search.trim() !== '' && words.length === 0)
      return { items: [], total: 0 };
    if (words.length === 0) return this.#searchFor(question, []);

    await this.words.refresh();
    const unknown = words.filter((word) => forgivenTypos(word.length) > 0 && !this.words.begins(word));
    if (unknown.length > UNKNOWN_WORDS_MAX) return { items: [], total: 0 };
    const found = await this.#searchFor(question, await this.#terms(words, unknown));
    if (found.total > FEW_RESULTS || unknown.length === words.length || words.length > UNKNOWN_WORDS_MAX) return found;
    // A typo can be a word of the dictionary, because authors make the same typos.
    const others = await this.#searchFor(question, await this.#terms(words, words));
    return others.total >= Math.max(1, found.total * MORE_TIMES) ? others : found;
  }

  async #terms(words: readonly string[], mistyped: readonly string[]): Promise<SearchTerm[]> {
    const terms: SearchTerm[] = [];
    for (const word of words) {
      const isMistyped = mistyped.includes(word);
      // Yields to other requests, because a correction takes several milliseconds in a large dictionary.
      if (isMistyped) await setImmediate();
      terms.push({ word, spellings: isMistyped ? this.words.spellings(word) : [] });
    }
    return terms;
  }

  async #searchFor(question: NodeSearchQuestion, terms: readonly SearchTerm[]): Promise<Listing<string>> {
    const ranks = terms.length > 0 ? this.words.find(terms) : undefined;
    return this.nodeIndex?.search(question, ranks) ?? this.nodeLists.search(question, ranks);
  }
}
