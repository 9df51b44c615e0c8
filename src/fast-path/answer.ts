import { promisify } from 'node:util';
import type { ReadSet } from '../catalogue/read-set.js';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { byteLengthOf, type Text } from '../values/list-text.js';

export type Encoding = 'br' | 'gzip' | 'identity';

/** The body in one encoding, with the headers that are the same for all requests, as alternating names and values. */
export interface Form {
  readonly headers: readonly string[];
  readonly body: Buffer | Text;
  readonly length: number;
}

export interface AnswerFacts {
  /** The path template of the endpoint, such as `/nodes/{nodeId}`. */
  readonly route: string;
  /** The name of the GraphQL operation; empty if it has none. */
  readonly operation?: string | undefined;
  readonly type: string;
  readonly etag?: string | undefined;
  /** True if the answer may be cached for later requests. */
  readonly isKept: boolean;
  /** The dependencies of the answer. Without them, the answer is valid for one revision. */
  readonly reads?: ReadSet | undefined;
  /** All other headers, as alternating names and values. */
  readonly headers: readonly string[];
}

/** Bodies below this size, in bytes, are not compressed. */
const COMPRESSED_MIN = 1024;
/** Estimated size of a body and its two compressed forms, which take a sixth of the body or less each, as a factor. */
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
 * A response with status 200, which is compressed once for each encoding. The body is a string until the answer is
 * cached, because V8 collects the whole heap after each 64 MB of buffers, which are allocated outside the heap.
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

  /** Encodes the body as bytes once, because a cached answer is sent more than once. */
  encodeBody(): void {
    this.#plain = { ...this.#plain, body: bytesOf(this.#plain.body) };
  }

  get size(): number {
    return Math.ceil(this.#plain.length * WITH_COMPRESSED) + 1000 + (this.facts.reads?.size ?? 0);
  }

  /** The body in an encoding; a promise until it is compressed. */
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
