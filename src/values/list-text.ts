/** An item of a JSON list, with its length in UTF-8. */
export interface ListItem {
  readonly json: string;
  readonly bytes: number;
}

export const listItem = (json: string): ListItem => ({ json, bytes: Buffer.byteLength(json) });

/** The items of a JSON list, with text before and after them. They are joined only when the list is written. */
export class ListText {
  private constructor(
    private readonly before: string,
    private readonly items: readonly ListItem[],
    private readonly after: string,
    private readonly separator: ',' | '',
    /** Lengths of the items without separators, in characters and in bytes of UTF-8. */
    private readonly itemLength: number,
    private readonly itemBytes: number,
  ) {}

  /**
   * Creates a list of items between two texts.
   * @param separator empty if the items are parts of the list's values, with the commas between them
   */
  static of(before: string, items: readonly ListItem[], after: string, separator: ',' | '' = ','): ListText {
    let [length, bytes] = [0, 0];
    for (const item of items) {
      length += item.json.length;
      bytes += item.bytes;
    }
    return new ListText(before, items, after, separator, length, bytes);
  }

  /** Length in characters. */
  get length(): number {
    return this.before.length + this.after.length + this.#separators + this.itemLength;
  }

  get #separators(): number {
    return this.separator.length * Math.max(0, this.items.length - 1);
  }

  /** Returns the same list with additional text before and after it. */
  within(before: string, after: string): ListText {
    return new ListText(
      before + this.before,
      this.items,
      this.after + after,
      this.separator,
      this.itemLength,
      this.itemBytes,
    );
  }

  /** Length in UTF-8. */
  byteLength(): number {
    return Buffer.byteLength(this.before) + Buffer.byteLength(this.after) + this.#separators + this.itemBytes;
  }

  /** Writes the text to the beginning of a buffer of sufficient size. */
  write(buffer: Buffer): void {
    let at = buffer.write(this.before);
    this.items.forEach(({ json, bytes }, index) => {
      if (index > 0 && this.separator !== '') buffer[at++] = COMMA;
      // An item with as many bytes as characters is ASCII, which Latin-1 and UTF-8 encode alike. Writing Latin-1 is
      // faster, because it needs no conversion.
      at += buffer.write(json, at, bytes === json.length ? 'latin1' : 'utf8');
    });
    buffer.write(this.after, at);
  }

  /** Returns the text in UTF-8. */
  bytes(): Buffer {
    const bytes = Buffer.allocUnsafeSlow(this.byteLength());
    this.write(bytes);
    return bytes;
  }

  toString(): string {
    return `${this.before}${this.items.map(({ json }) => json).join(this.separator)}${this.after}`;
  }
}

const COMMA = ','.charCodeAt(0);

/** A string, or a list whose items are joined when it is written. */
export type Text = string | ListText;

/** Returns the length of a text in UTF-8. */
export const byteLengthOf = (text: Text): number =>
  typeof text === 'string' ? Buffer.byteLength(text) : text.byteLength();

/** Returns a text with additional text before and after it. */
export const within = (before: string, text: Text, after: string): Text =>
  typeof text === 'string' ? `${before}${text}${after}` : text.within(before, after);
