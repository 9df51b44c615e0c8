import { promisify } from 'node:util';
import type { ReadSet } from '../catalogue/read-set.js';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { byteLengthOf, type Text } from '../values/list-text.js';

/** How the bytes of an answer may be packed. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The form in which the bytes are sent, with all headers but the request's id; names and values in turn. */
export interface Form {
  readonly headers: readonly string[];
  readonly body: Buffer | Text;
  /** Bytes. */
  readonly length: number;
}

/** What an answer is, beside its text. */
export interface AnswerFacts {
  /** The path of its endpoint, as the interface writes it. */
  readonly route: string;
  /** The name of its operation of GraphQL. */
  readonly operation?: string | undefined;
  /** Its media type. */
  readonly type: string;
  /** What callers may ask with whether it changed; not all answers have one. */
  readonly etag?: string | undefined;
  /** Whether others who ask the same may have it. */
  readonly isKept: boolean;
  /** All that it was made of; where that is not known it holds for one revision. */
  readonly reads?: ReadSet | undefined;
  /** All other headers; names and values in turn. */
  readonly headers: readonly string[];
}

const WORTH_PACKING = 1024;
/** What its bytes take with their packed forms, which are a sixth of them or less. */
const WITH_PACKED = 1.35;

const pack = {
  br: (bytes: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
};

function bytesOf(body: Buffer | Text): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return typeof body === 'string' ? Buffer.from(body) : body.bytes();
}

/**
 * A finished answer of status 200: its bytes, packed once for all who take them so. It stays a text until it is kept:
 * the memory of bytes is not the heap's, which looks through all that it has for what it can free each time that 64 MB
 * of it were made.
 */
export class Answer {
  #plain: Form;
  readonly #packed: { [E in Encoding]?: Form | Promise<Form> | undefined } = {};

  constructor(
    text: Text,
    readonly facts: AnswerFacts,
  ) {
    this.#plain = this.#formOf(text, byteLengthOf(text));
  }

  /** It will be given to others, too. */
  keep(): void {
    this.#plain = { ...this.#plain, body: bytesOf(this.#plain.body) };
  }

  /** The bytes that it takes, about. */
  get size(): number {
    return Math.ceil(this.#plain.length * WITH_PACKED) + 1000 + (this.facts.reads?.size ?? 0);
  }

  /** It in this form, at once where it was made before. */
  form(encoding: Encoding): Form | Promise<Form> {
    if (encoding === 'identity' || this.#plain.length < WORTH_PACKING) return this.#plain;
    return (this.#packed[encoding] ??= this.#pack(encoding).catch((error: unknown) => {
      this.#packed[encoding] = undefined;
      throw error;
    }));
  }

  async #pack(encoding: 'br' | 'gzip'): Promise<Form> {
    const bytes = await pack[encoding](bytesOf(this.#plain.body));
    const form = this.#formOf(bytes, bytes.length, ['Content-Encoding', encoding]);
    this.#packed[encoding] = form;
    return form;
  }

  #formOf(body: Buffer | Text, length: number, more: readonly string[] = []): Form {
    const { headers, type } = this.facts;
    return { headers: [...headers, 'Content-Type', type, ...more, 'Content-Length', String(length)], body, length };
  }
}
