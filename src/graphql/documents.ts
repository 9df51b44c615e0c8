import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BoundedCache } from '../values/bounded-cache.js';

const BYTES_MAX = 16 * 1024 * 1024;
/** The prefix of keys in Apollo's cache of persisted queries. */
const PREFIX = 'apq:';

/** The store in which Apollo caches the documents that clients registered. */
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

/** Persisted GraphQL documents, by their SHA-256. */
export class Documents {
  readonly #registered = new BoundedCache<string, string>({
    maxBytes: BYTES_MAX,
    sizeOf: (text) => text.length * 2 + 200,
  });
  readonly #allowed: ReadonlyMap<string, string> | undefined;
  readonly #allowedTexts: ReadonlySet<string> | undefined;

  /** @param allowed the only allowed documents; undefined to allow all */
  constructor(allowed?: readonly string[]) {
    this.#allowed = allowed && new Map(allowed.map((text) => [Documents.hashOf(text), text]));
    this.#allowedTexts = allowed && new Set(allowed);
  }

  /**
   * Parses a manifest of allowed documents: `{"operations": [{"body": "…"}]}`, as Apollo's tools write it, or `{"hash":
   * "document"}`, as other tools do.
   * @throws Error if the JSON is not a manifest
   */
  static allowing(json: string): Documents {
    const listed = manifest.safeParse(JSON.parse(json));
    if (!listed.success) throw new Error('is not a manifest of GraphQL documents');
    return new Documents(listed.data);
  }

  /** The hash of a document: SHA-256 in hexadecimal. */
  static hashOf(text: string): string {
    return createHash('sha256').update(text).digest('hex');
  }

  /** True if a document may be executed. */
  isAllowed(text: string): boolean {
    return this.#allowedTexts?.has(text) ?? true;
  }

  /** The document with this hash. */
  byHash(hash: string): string | undefined {
    return this.#allowed ? this.#allowed.get(hash) : this.#registered.get(hash);
  }

  /** The store that Apollo reads and registers documents in. */
  get store(): DocumentStore {
    const bare = (key: string): string => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key);
    return {
      get: async (key) => this.byHash(bare(key)),
      set: async (key, text) => void (this.#allowed ?? this.#registered.set(bare(key), text)),
      delete: async (key) => this.#registered.delete(bare(key)),
    };
  }
}
