/** Stands for a code unit that does not fit into a byte. It is no letter, space or sign to a pattern. */
const SUBSTITUTE = '\xaa';
const WIDE = /[^\0-\xff]+/g;

/** True for a text with characters that are not of Latin-1, such as emojis. */
export const isWide = (text: string): boolean => text.search(WIDE) !== -1;

function latinOf(text: string): string {
  const latin = text.replace(WIDE, (run) => SUBSTITUTE.repeat(run.length));
  // A string that is made of one with two bytes a unit has two, too.
  return Buffer.from(latin, 'latin1').toString('latin1');
}

/**
 * A text in one byte for each UTF-16 code unit. A string takes two bytes for each as soon as one of its characters is
 * not of Latin-1, so these are kept apart.
 */
export class CompactText {
  /** The text with a substitute for each code unit that is not of Latin-1. All positions are those of the text. */
  readonly latin: string;
  /** The characters that are not of Latin-1, one run of them after the other. */
  readonly #wide: string;
  /** Where the runs begin in the text, and in `#wide`. */
  readonly #starts: readonly number[];
  readonly #offsets: readonly number[];

  constructor(text: string) {
    const runs: string[] = [];
    const starts: number[] = [];
    const offsets: number[] = [];
    let offset = 0;
    for (const { 0: run, index } of text.matchAll(WIDE)) {
      runs.push(run);
      starts.push(index);
      offsets.push(offset);
      offset += run.length;
    }
    this.latin = runs.length === 0 ? text : latinOf(text);
    this.#wide = runs.join('');
    [this.#starts, this.#offsets] = [starts, offsets];
  }

  get length(): number {
    return this.latin.length;
  }

  /** A part of the text. */
  slice(from = 0, to = this.length): string {
    let run = this.#runAt(from);
    if (run >= this.#starts.length || this.#starts[run]! >= to) return this.latin.slice(from, to);
    const pieces: string[] = [];
    let at = from;
    for (; run < this.#starts.length && this.#starts[run]! < to; run++) {
      const start = this.#starts[run]!;
      const offset = this.#offsets[run]! - start;
      const end = Math.min(to, this.#endOf(run));
      const begin = Math.max(at, start);
      pieces.push(this.latin.slice(at, begin), this.#wide.slice(begin + offset, end + offset));
      at = end;
    }
    return pieces.join('') + this.latin.slice(at, to);
  }

  #endOf(run: number): number {
    return this.#starts[run]! + (this.#offsets[run + 1] ?? this.#wide.length) - this.#offsets[run]!;
  }

  /** The first run that ends after a position. */
  #runAt(position: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#endOf(middle) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
