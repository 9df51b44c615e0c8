import type { SqlRunner } from '../db/database.js';
import { Queue } from '../db/queue.js';
import { foldNodeId } from '../values/node-id.js';
import { forgivenTypos } from '../values/words.js';
import type { Ordinals } from './ordinals.js';
import type { Revision } from './revision.js';
import { SpellingIndex } from './spelling-index.js';

/** A word of a search. A node matches it if one of its words begins with it, or is one of the spellings. */
export interface SearchTerm {
  readonly word: string;
  readonly spellings: readonly string[];
}

/**
 * The rank of each node that matches a search, by ordinal; 0 for all others. All words of the search are: 1 words of
 * its id or name, 2 prefixes of them, 3 words of any field, 4 prefixes of them, 5 mistyped words of any field.
 */
export type SearchRanks = Uint8Array;

/** The number of ranks, and 0. */
export const RANKS = 6;

/**
 * The ranks that a node can have by one word of the search, as bits, the best one lowest. A word of the name is a word
 * of any field, and every word is a prefix of itself.
 */
const WORD = { inName: 0b11111, elsewhere: 0b11100 };
const PREFIX = { inName: 0b11010, elsewhere: 0b11000 };
const MISTYPED = { inName: 0b10000, elsewhere: 0b10000 };

/** Outdated entries of changed nodes are removed once there are more of them than of others, and than this number. */
const OUTDATED_MIN = 1000;

/**
 * The words of all nodes, in memory. Each word has the list of the nodes that contain it. The words are also the
 * dictionary that corrects typos.
 */
export class WordIndex {
  /**
   * For each word, the entries of the nodes that contain it, times two; odd if it is a word of the id or the name. A
   * changed node gets a new entry.
   */
  readonly #nodes = new Map<string, number[]>();
  #words = new SpellingIndex([]);
  /** The ordinal of the node of each entry; -1 if the entry is outdated. */
  #entries: number[] = [];
  /** The current entry of each node, by ordinal. */
  readonly #current = new Map<number, number>();
  readonly #refreshes = new Queue();
  #revisionRead = -1;
  /** All transactions with lower ids had ended when the words were last read. `undefined` before the first read. */
  #horizon: string | undefined;

  /** @param isUncached true to read changes of the database before each search, not only after a new revision */
  constructor(
    private readonly database: SqlRunner,
    private readonly revision: Revision,
    private readonly ordinals: Ordinals,
    private readonly isUncached: boolean,
  ) {}

  /** Reads the words of nodes that changed since the last call: one statement if the catalogue changed. */
  refresh(): Promise<void> {
    return this.#refreshes.runShared(async () => {
      const { current } = this.revision;
      if (this.#revisionRead === current && !this.isUncached) return;
      // The first call does not compare transaction ids: in a restored database, rows can have ids that are higher than
      // the current one. The rows are read as one text, because reading a hundred thousand rows takes long.
      const [found] = await this.database.query<{ changed: string | null; horizon: string }>(
        `with now as (select pg_current_snapshot() as snapshot)
         select (select string_agg(s.node_id || E'\\n' || s.words, E'\\t') from node_words s
                 where $1::text is null or (s.changed >= $1::text::xid8 and s.changed < pg_snapshot_xmax(now.snapshot))) as changed,
           pg_snapshot_xmin(now.snapshot)::text as horizon from now`,
        [this.#horizon ?? null],
      );
      if (found!.changed !== null) this.#take(found!.changed.split('\t'));
      this.#horizon = found!.horizon;
      this.#revisionRead = current;
    });
  }

  /** True if a word of a node begins with the text. */
  begins(text: string): boolean {
    return this.#words.begins(text);
  }

  /** The words that a mistyped word may mean, fewest typos first. */
  spellings(typed: string): string[] {
    return this.#words.spellings(typed, forgivenTypos(typed.length));
  }

  /** Finds the nodes that match all words of a search. */
  find(terms: readonly SearchTerm[]): SearchRanks {
    const [first, ...others] = terms.map((term) => this.#matching(term));
    const ranks = new Uint8Array(this.ordinals.size);
    first?.forEach((bits, entry) => {
      for (const other of others) bits &= other[entry]!;
      const ordinal = this.#entries[entry]!;
      if (bits !== 0 && ordinal !== -1) ranks[ordinal] = 32 - Math.clz32(bits & -bits);
    });
    return ranks;
  }

  /** The ranks that each entry can have by one word of the search, as bits. */
  #matching({ word, spellings }: SearchTerm): Uint8Array {
    const found = new Uint8Array(this.#entries.length);
    const add = (other: string, { inName, elsewhere }: typeof WORD): void => {
      for (const node of this.#nodes.get(other) ?? []) found[node >> 1]! |= node & 1 ? inName : elsewhere;
    };
    for (const other of this.#words.beginningWith(word)) add(other, other === word ? WORD : PREFIX);
    for (const other of spellings) add(other, MISTYPED);
    return found;
  }

  /** @param nodes for each changed node, its id and its words, as `searchRefresh` writes them */
  #take(nodes: readonly string[]): void {
    const added: string[] = [];
    for (const node of nodes) {
      const [id, ...lines] = node.split('\n');
      const ordinal = this.ordinals.of(foldNodeId(id!));
      const before = this.#current.get(ordinal);
      if (before !== undefined) this.#entries[before] = -1;
      const entry = this.#entries.push(ordinal) - 1;
      this.#current.set(ordinal, entry);
      lines.forEach((line, at) => {
        for (const word of line === '' ? [] : line.split(' ')) {
          const known = this.#nodes.get(word);
          const value = entry * 2 + (at === 0 ? 1 : 0);
          if (known) known.push(value);
          else {
            this.#nodes.set(word, [value]);
            added.push(word);
          }
        }
      });
    }
    if (added.length > 0) this.#words = this.#words.with(added);
    if (this.#entries.length - this.#current.size > Math.max(this.#current.size, OUTDATED_MIN)) this.#compact();
  }

  /** Removes outdated entries, and words that only they contain. */
  #compact(): void {
    const entries: number[] = [];
    const moved = this.#entries.map((ordinal) => (ordinal === -1 ? -1 : entries.push(ordinal) - 1));
    for (const [word, nodes] of this.#nodes) {
      const kept = nodes.filter((node) => moved[node >> 1] !== -1).map((node) => moved[node >> 1]! * 2 + (node & 1));
      if (kept.length > 0) this.#nodes.set(word, kept);
      else this.#nodes.delete(word);
    }
    this.#entries = entries;
    entries.forEach((ordinal, entry) => this.#current.set(ordinal, entry));
    this.#words = new SpellingIndex([...this.#nodes.keys()]);
  }
}
