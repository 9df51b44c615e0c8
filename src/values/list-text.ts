/** Texts that stand side by side in bytes which nobody changes, by commas: those of a list are copied at once. */
export class Stretch {
  constructor(
    private readonly bytes: Buffer,
    private readonly start: number,
    private readonly end: number,
  ) {}

  /** Bytes; at least as many as characters. */
  get length(): number {
    return this.end - this.start;
  }

  /** @returns how many bytes were written */
  write(buffer: Buffer, at: number): number {
    return this.bytes.copy(buffer, at, this.start, this.end);
  }

  toString(): string {
    return this.bytes.toString('utf8', this.start, this.end);
  }
}

/**
 * A text that is a list for the most part, by commas, with something before it and behind it: it is put together only
 * where it is written.
 */
export class ListText {
  constructor(
    private readonly before: string,
    private readonly items: readonly (string | Stretch)[],
    private readonly after: string,
    /** How many bytes the items are, where that is known. */
    private readonly itemBytes = items.reduce(
      (bytes, item) => bytes + (typeof item === 'string' ? Buffer.byteLength(item) : item.length),
      0,
    ),
  ) {}

  /** Characters; stretches are reckoned by their bytes. */
  get length(): number {
    return this.before.length + this.after.length + this.#commas + this.#itemLength;
  }

  get #commas(): number {
    return Math.max(0, this.items.length - 1);
  }

  get #itemLength(): number {
    let length = 0;
    for (const item of this.items) length += item.length;
    return length;
  }

  /** The same with more before it and behind it. */
  within(before: string, after: string): ListText {
    return new ListText(before + this.before, this.items, this.after + after, this.itemBytes);
  }

  /** How many bytes it is in UTF-8. */
  byteLength(): number {
    return Buffer.byteLength(this.before) + Buffer.byteLength(this.after) + this.#commas + this.itemBytes;
  }

  /** Writes it from the beginning of a buffer, which must have room for it. */
  write(buffer: Buffer): void {
    // As many bytes as characters: they are the same in both, and copied as they are.
    const encoding = this.itemBytes === this.#itemLength ? 'latin1' : 'utf8';
    let at = buffer.write(this.before);
    this.items.forEach((item, place) => {
      if (place > 0) buffer[at++] = COMMA;
      at += typeof item === 'string' ? buffer.write(item, at, encoding) : item.write(buffer, at);
    });
    buffer.write(this.after, at);
  }

  /** It as bytes of its own. */
  bytes(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.byteLength());
    this.write(bytes);
    return bytes;
  }

  toString(): string {
    return `${this.before}${this.items.join()}${this.after}`;
  }
}

const COMMA = ','.charCodeAt(0);

/** A text, or one that is put together where it is written. */
export type Text = string | ListText;

/** How many bytes a text is in UTF-8. */
export const byteLengthOf = (text: Text): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : text.byteLength();

/** A text with something before it and behind it. */
export const within = (before: string, text: Text, after: string): Text =>
  typeof text === 'string' ? `${before}${text}${after}` : text.within(before, after);
