import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BoundedCache } from '../values/bounded-cache.js';

const BYTES_MAX = 16 * 1024 * 1024;
/** How the GraphQL server writes the keys of its store. */
const PREFIX = 'apq:';

/** The store that the GraphQL server keeps documents in which clients registered. */
export interface DocumentStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, text: string): Promise<void>;
  delete(key: string): Promise<boolean>;
}

const manifest = z.union([
  z
    .object({ operations: z.array(z.object({ body: z.string() })) })
    .transform(({ operations }) => operations.map(({ body }) => body)),
  z.record(z.string(), z.string()).transform((documents) => Object.values(documents)),
]);

/** The documents of GraphQL that this process knows by the SHA-256 of their texts. */
export class Documents {
  readonly #registered = new BoundedCache<string, string>({
    maxBytes: BYTES_MAX,
    sizeOf: (text) => text.length * 2 + 200,
  });
  readonly #allowed: ReadonlyMap<string, string> | undefined;
  readonly #allowedTexts: ReadonlySet<string> | undefined;

  /** @param allowed the only documents that are taken; undefined where all are */
  constructor(allowed?: readonly string[]) {
    this.#allowed = allowed && new Map(allowed.map((text) => [Documents.hashOf(text), text]));
    this.#allowedTexts = allowed && new Set(allowed);
  }

  /**
   * Those that a manifest lists: `{"operations": [{"body": "…"}]}`, as Apollo's tools write it, or `{"hash":
   * "document"}`, as others do.
   * @throws Error where it is none
   */
  static allowing(json: string): Documents {
    const listed = manifest.safeParse(JSON.parse(json));
    if (!listed.success) throw new Error('is no list of documents');
    return new Documents(listed.data);
  }

  /** The hash that a document goes by: SHA-256 in hexadecimal digits. */
  static hashOf(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }

  /** Whether a document may be run. */
  isAllowed(text: string): boolean {
    return this.#allowedTexts?.has(text) ?? true;
  }

  /** The document with this hash. */
  byHash(hash: string): string | undefined {
    return this.#allowed ? this.#allowed.get(hash) : this.#registered.get(hash);
  }

  /** Where the GraphQL server looks documents up, and registers them. */
  get store(): DocumentStore {
    const bare = (key: string): string => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key);
    return {
      get: async (key) => this.byHash(bare(key)),
      set: async (key, text) => void (this.#allowed ?? this.#registered.set(bare(key), text)),
      delete: async (key) => this.#registered.delete(bare(key)),
    };
  }
}
