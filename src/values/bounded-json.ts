import { isUtf8 } from 'node:buffer';
import { AppError, invalidInput } from '../errors/app-error.js';

/** The bounds of a JSON text. */
export interface JsonBounds {
  /** Limit of the levels of nested objects and lists. */
  readonly depth: number;
  /** Limit of the number of values: objects, lists, strings, numbers, Booleans, nulls, and also names of fields. */
  readonly values: number;
  /** Limit of the names in one object. */
  readonly names: number;
}

/**
 * The parts of a text that the caller uses. All other parts are checked, but no values are made of them: objects lack
 * the other fields, and other lists are empty.
 */
export interface JsonSelection {
  /** The names of fields whose lists are kept. */
  readonly lists: ReadonlySet<string>;
  /** The names of fields whose objects keep only `fields`. Objects that are items of lists also keep only those. */
  readonly narrow: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** The characters after a backslash, apart from `u`. */
const ESCAPED = Buffer.from('"\\/bfnrt');
const U = 0x75;
const [TRUE, FALSE, NULL] = ['true', 'false', 'null'].map((word) => Buffer.from(word)) as [Buffer, Buffer, Buffer];
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
/** Integers with fewer digits are exact while they are read digit by digit. */
const EXACT_DIGITS = 15;
/** The hashes of this many names of an object are kept in a list, those of more names in a set. */
const FEW_NAMES = 32;

/** A violation of the bounds. @param at the position of its byte */
class JsonFault extends Error {
  constructor(
    readonly at: number,
    what: string,
  ) {
    super(what);
  }
}

/** A text that is not JSON. */
class JsonSyntaxFault extends JsonFault {
  constructor(at: number) {
    super(at, 'is not valid JSON');
  }
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

const isHexDigit = (code: number): boolean => isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);

/** Returns the hash of a name. Different names may have the same hash. */
function hashOf(name: string): number {
  let hash = 0;
  for (const byte of Buffer.from(name)) hash = (Math.imul(hash, 31) + byte) | 0;
  return hash;
}

/** Adds a field as `JSON.parse` does: `__proto__` is a field like any other. */
function addField(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A string that was copied from the text, and where it begins and ends there. */
interface Copied {
  readonly text: string;
  readonly begin: number;
  readonly end: number;
}

/** Reads one text in one pass. */
class Reader {
  #at = 0;
  #depth = 0;
  #values = 1;
  /** The hashes of the first FEW_NAMES names of each open object. */
  readonly #hashes: Int32Array;
  #top = 0;
  /** The string that was read last: where it begins and ends, without its quotes, and its hash if it has no escapes. */
  #begin = 0;
  #end = 0;
  #hash = 0;
  #hasEscape = false;
  /** By hash, the last string that was copied. */
  readonly #strings = new Map<number, Copied>();
  /** The names of `selection.fields`, by hash. */
  readonly #fields: ReadonlyMap<number, string>;
  /** True if two names of one object have the same hash. */
  mayRepeatName = false;

  constructor(
    private readonly bytes: Buffer,
    private readonly bounds: JsonBounds,
    private readonly selection: JsonSelection | undefined,
  ) {
    this.#hashes = new Int32Array(bounds.depth * FEW_NAMES);
    this.#fields = new Map([...(selection?.fields ?? [])].map((name) => [hashOf(name), name]));
  }

  /** Reads the whole text. @throws JsonFault */
  read(): unknown {
    this.#space();
    const value = this.#value('', false);
    this.#space();
    return this.#at === this.bytes.length ? value : this.#invalid(this.#at);
  }

  #invalid(at: number): never {
    throw new JsonSyntaxFault(at);
  }

  /** Skips white space. @returns the byte after it; 0 at the end of the text */
  #space(): number {
    const { bytes } = this;
    let at = this.#at;
    let code = 0;
    while (at < bytes.length) {
      code = bytes[at]!;
      if (code !== SPACE && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
      at++;
      code = 0;
    }
    this.#at = at;
    return code;
  }

  /** Counts a value or the name of a field at the current position. */
  #count(): void {
    if (++this.#values > this.bounds.values)
      throw new JsonFault(this.#at, `the value contains more than ${this.bounds.values} values`);
  }

  /**
   * Reads a value.
   * @param field the name of the field that it belongs to; `undefined` if the value is only checked
   */
  #value(field: string | undefined, isItem: boolean): unknown {
    const code = this.bytes[this.#at]!;
    switch (code) {
      case QUOTE:
        this.#quoted();
        return field === undefined ? undefined : this.#copy();
      case OPEN_OBJECT:
        return this.#object(
          field !== undefined,
          this.selection !== undefined && (isItem || this.selection.narrow.has(field!)),
        );
      case OPEN_LIST:
        return this.#list(field !== undefined, this.selection?.lists.has(field!) ?? true);
      case 0x74:
        return this.#word(TRUE, true);
      case 0x66:
        return this.#word(FALSE, false);
      case 0x6e:
        return this.#word(NULL, null);
      default:
        return this.#number(code, field !== undefined);
    }
  }

  #word<T>(word: Buffer, value: T): T {
    for (let at = 0; at < word.length; at++) if (this.bytes[this.#at + at] !== word[at]) this.#invalid(this.#at + at);
    this.#at += word.length;
    return value;
  }

  #number(first: number, isKept: boolean): number | undefined {
    const { bytes } = this;
    const begin = this.#at;
    const isNegative = first === MINUS;
    let at = isNegative ? begin + 1 : begin;
    const digits = at;
    let code = bytes[at]!;
    if (!isDigit(code)) this.#invalid(at);
    let value = 0;
    if (code === ZERO) code = bytes[++at]!;
    else
      while (isDigit(code)) {
        value = value * 10 + code - ZERO;
        code = bytes[++at]!;
      }
    let isExact = at - digits <= EXACT_DIGITS;
    if (code === DOT) {
      isExact = false;
      at = this.#digits(at + 1);
      code = bytes[at]!;
    }
    if (code === 0x65 || code === 0x45) {
      isExact = false;
      code = bytes[at + 1]!;
      at = this.#digits(code === MINUS || code === PLUS ? at + 2 : at + 1);
    }
    this.#at = at;
    if (!isKept) return undefined;
    return isExact ? (isNegative ? -value : value) : Number(this.bytes.toString('latin1', begin, at));
  }

  /** Skips at least one digit. @returns the position after the digits */
  #digits(begin: number): number {
    let at = begin;
    while (isDigit(this.bytes[at]!)) at++;
    return at === begin ? this.#invalid(at) : at;
  }

  /** Returns the position after an escape sequence. */
  #escape(at: number): number {
    const { bytes } = this;
    if (bytes[at + 1] !== U) return ESCAPED.includes(bytes[at + 1] ?? 0) ? at + 2 : this.#invalid(at);
    for (let digit = at + 2; digit < at + 6; digit++) if (!isHexDigit(bytes[digit] ?? 0)) this.#invalid(at);
    return at + 6;
  }

  /** Reads a string or name, up to its closing quote. */
  #quoted(): void {
    const { bytes } = this;
    let at = this.#at + 1;
    this.#begin = at;
    this.#hasEscape = false;
    let hash = 0;
    for (let code = bytes[at]!; code !== QUOTE; code = bytes[at]!)
      if (code === BACKSLASH) {
        this.#hasEscape = true;
        at = this.#escape(at);
      } else if (code >= SPACE) {
        hash = (Math.imul(hash, 31) + code) | 0;
        at++;
      } else this.#invalid(at);
    this.#end = at;
    this.#hash = hash;
    this.#at = at + 1;
  }

  /** Returns the string that was read last, as a copy. Equal strings are copied once. */
  #copy(): string {
    const [begin, end, hash, bytes] = [this.#begin, this.#end, this.#hash, this.bytes];
    if (this.#hasEscape) return this.#decoded();
    const known = this.#strings.get(hash);
    if (known && known.end - known.begin === end - begin) {
      let at = begin;
      for (let other = known.begin; at < end && bytes[at] === bytes[other]; other++) at++;
      if (at === end) return known.text;
    }
    const text = bytes.toString('utf8', begin, end);
    this.#strings.set(hash, { text, begin, end });
    return text;
  }

  #decoded(): string {
    return JSON.parse(`"${this.bytes.toString('utf8', this.#begin, this.#end)}"`) as string;
  }

  /** Returns the name that was read last; `undefined` if its value is not kept. */
  #keptName(hash: number, isNarrow: boolean): string | undefined {
    if (!isNarrow) return this.#copy();
    const name = this.#fields.get(hash);
    if (name === undefined) return undefined;
    if (this.#hasEscape) return this.#decoded() === name ? name : undefined;
    const [begin, bytes] = [this.#begin, this.bytes];
    if (this.#end - begin !== name.length) return undefined;
    for (let at = 0; at < name.length; at++) if (bytes[begin + at] !== name.charCodeAt(at)) return undefined;
    return name;
  }

  /**
   * Adds the hash of a name to those of its object, which begin at `first`, and notes a repeated one.
   * @returns the hashes of an object with many names
   */
  #addName(hash: number, first: number, many: Set<number> | undefined): Set<number> | undefined {
    const [hashes, top] = [this.#hashes, this.#top];
    if (many) {
      if (many.has(hash)) this.mayRepeatName = true;
      return many.add(hash);
    }
    for (let at = first; at < top; at++) if (hashes[at] === hash) this.mayRepeatName = true;
    if (top - first === FEW_NAMES) return new Set(hashes.subarray(first, top)).add(hash);
    hashes[this.#top++] = hash;
    return undefined;
  }

  #open(): void {
    this.#count();
    if (++this.#depth > this.bounds.depth)
      throw new JsonFault(this.#at, `the value is nested deeper than ${this.bounds.depth} levels`);
    this.#at++;
  }

  #close(): void {
    this.#depth--;
    this.#at++;
  }

  /** Continues after a field or item. @returns false if the object or list ends */
  #goOn(end: number): boolean {
    const code = this.#space();
    if (code === end) return false;
    if (code !== COMMA) this.#invalid(this.#at);
    this.#count();
    this.#at++;
    this.#space();
    return true;
  }

  #object(isKept: boolean, isNarrow: boolean): Record<string, unknown> | undefined {
    this.#open();
    const object: Record<string, unknown> | undefined = isKept ? {} : undefined;
    const first = this.#top;
    let many: Set<number> | undefined;
    let names = 0;
    if (this.#space() !== CLOSE_OBJECT)
      do {
        if (this.bytes[this.#at] !== QUOTE) this.#invalid(this.#at);
        this.#quoted();
        const hash = this.#hasEscape ? hashOf(this.#decoded()) : this.#hash;
        const name = isKept ? this.#keptName(hash, isNarrow) : undefined;
        many = this.#addName(hash, first, many);
        if (this.#space() !== COLON) this.#invalid(this.#at);
        this.#count();
        if (++names > this.bounds.names)
          throw new JsonFault(this.#at, `an object has more than ${this.bounds.names} names`);
        this.#at++;
        this.#space();
        const value = this.#value(name, false);
        if (name !== undefined) addField(object!, name, value);
      } while (this.#goOn(CLOSE_OBJECT));
    this.#close();
    this.#top = first;
    return object;
  }

  #list(isKept: boolean, keepsItems: boolean): unknown[] | undefined {
    this.#open();
    const items: unknown[] | undefined = isKept ? [] : undefined;
    const field = isKept && keepsItems ? '' : undefined;
    if (this.#space() !== CLOSE_LIST)
      do {
        const item = this.#value(field, true);
        if (field !== undefined) items!.push(item);
      } while (this.#goOn(CLOSE_LIST));
    this.#close();
    return items;
  }
}

/** The position of the first byte that is not part of a character in UTF-8, in a text that has one. */
function invalidUtf8At(bytes: Buffer): number {
  // The decoder replaces only invalid bytes, so the text before them is as long as before.
  const decoded = Buffer.from(bytes.toString());
  let at = 0;
  while (at < bytes.length && bytes[at] === decoded[at]) at++;
  return at;
}

/** Asserts that no name occurs twice in one object of a valid text. @throws JsonFault */
function assertDistinctNames(bytes: Buffer): void {
  const objects: (Set<string> | undefined)[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at];
    if (code === OPEN_OBJECT) objects.push(new Set());
    else if (code === OPEN_LIST) objects.push(undefined);
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) objects.pop();
    else if (code === QUOTE) {
      let end = at + 1;
      for (; bytes[end] !== QUOTE; end++) if (bytes[end] === BACKSLASH) end++;
      let next = end + 1;
      while (bytes[next]! <= SPACE) next++;
      if (bytes[next] === COLON) {
        const name = JSON.parse(bytes.toString('utf8', at, end + 1)) as string;
        const names = objects.at(-1)!;
        if (names.has(name))
          throw new JsonFault(at, `the name ${JSON.stringify(name.slice(0, 50))} occurs twice in its object`);
        names.add(name);
      }
      at = end;
    }
  }
}

/**
 * Parses JSON within bounds. Unlike `JSON.parse`, refuses a name that occurs twice in one object, because parsers
 * disagree about which of the values counts, and makes values only of the parts that the caller uses.
 * @param text in UTF-8; a byte order mark is skipped
 * @param place where the text comes from, for error messages
 * @param selection the parts that are used; defaults to all
 * @throws INVALID_JSON; INVALID_INPUT if the text exceeds a bound or repeats a name. Both state the position.
 */
export function parseBoundedJson(text: Buffer, bounds: JsonBounds, place: string, selection?: JsonSelection): unknown {
  const bytes = text.subarray(text.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
  try {
    // Different bytes of two names would be decoded to the same name.
    if (!isUtf8(bytes)) throw new JsonSyntaxFault(invalidUtf8At(bytes));
    const reader = new Reader(bytes, bounds, selection);
    const value = reader.read();
    if (reader.mayRepeatName) assertDistinctNames(bytes);
    return value;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const detail = `${place}: character ${bytes.toString('utf8', 0, error.at).length + 1}: ${error.message}`;
    if (!(error instanceof JsonSyntaxFault)) throw invalidInput([detail]);
    throw new AppError('INVALID_JSON', `The request is invalid: ${detail}`, { details: [detail] });
  }
}
