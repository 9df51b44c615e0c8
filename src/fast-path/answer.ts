import { promisify } from 'node:util';
import type { ReadSet } from '../catalogue/read-set.js';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { byteLengthOf, type Text } from '../values/list-text.js';

/** Content encodings of an answer. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The body in one encoding, with all headers but the request's id; names and values in turn. */
export interface Form {
  readonly headers: readonly string[];
  readonly body: Buffer | Text;
  /** Bytes. */
  readonly length: number;
}

/** Properties of an answer in addition to its body. */
export interface AnswerFacts {
  /** The path of its endpoint, such as `/nodes/{nodeId}`. */
  readonly route: string;
  /** The name of its GraphQL operation. */
  readonly operation?: string | undefined;
  /** Its media type. */
  readonly type: string;
  readonly etag?: string | undefined;
  /** Whether later requests may get it, too. */
  readonly isKept: boolean;
  /** Its dependencies. If they are unknown, it is valid for one revision. */
  readonly reads?: ReadSet | undefined;
  /** All other headers; names and values in turn. */
  readonly headers: readonly string[];
}

const COMPRESSED_MIN = 1024;
/** Size of a body and its compressed forms, which take a sixth of it or less, as a factor. */
const WITH_COMPRESSED = 1.35;

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
 * An answer with status 200, compressed once for each encoding. The body is a text until the answer is cached, because
 * buffers are allocated outside of the heap, and V8 collects the whole heap each time 64 MB were allocated there.
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

  /** Turns the body into bytes, because it will be sent more than once. */
  keep(): void {
    this.#plain = { ...this.#plain, body: bytesOf(this.#plain.body) };
  }

  /** Estimated size in bytes. */
  get size(): number {
    return Math.ceil(this.#plain.length * WITH_COMPRESSED) + 1000 + (this.facts.reads?.size ?? 0);
  }

  /** The body in an encoding, at once if it was compressed before. */
  form(encoding: Encoding): Form | Promise<Form> {
    if (encoding === 'identity' || this.#plain.length < COMPRESSED_MIN) return this.#plain;
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
