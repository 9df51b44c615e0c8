import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BoundedCache } from '../values/bounded-cache.js';

const BYTES_MAX = 16 * 1024 * 1024;
/** Memory for the documents of one network, so that no client can evict the documents of all others. */
const BYTES_PER_NETWORK = BYTES_MAX / 16;
/** The prefix of keys in Apollo's cache of persisted queries. */
const PREFIX = 'apq:';

interface Registered {
  readonly text: string;
  /** The network of the client that registered it. */
  readonly network: string;
}

const sizeOf = (text: string): number => text.length * 2 + 200;

const manifest = z.union([
  z
    .object({ operations: z.array(z.object({ body: z.string() })) })
    .transform(({ operations }) => operations.map(({ body }) => body)),
  z.record(z.string(), z.string()).transform((documents) => Object.values(documents)),
]);

/** Persisted GraphQL documents, by their SHA-256. */
export class Documents {
  readonly registered = new BoundedCache<string, Registered>({
    maxBytes: BYTES_MAX,
    sizeOf: ({ text }) => sizeOf(text),
    onLeave: (hash, { network }) => this.#forget(hash, network),
  });
  /** The hashes of the documents that each network registered, oldest first. */
  readonly #ofNetwork = new Map<string, Set<string>>();
  readonly #allowed: ReadonlyMap<string, string> | undefined;
  readonly #allowedTexts: ReadonlySet<string> | undefined;

  /** @param allowed the allowed documents; all documents are allowed if absent */
  constructor(allowed?: readonly string[]) {
    this.#allowed = allowed && new Map(allowed.map((text) => [Documents.hashOf(text), text]));
    this.#allowedTexts = allowed && new Set(allowed);
  }

  /**
   * Parses a manifest of allowed documents: `{"operations": [{"body": "…"}]}`, as Apollo's tools write it, or `{"hash":
   * "document"}`, as other tools write it.
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

  isAllowed(text: string): boolean {
    return this.#allowedTexts?.has(text) ?? true;
  }

  byHash(hash: string): string | undefined {
    return this.#allowed ? this.#allowed.get(hash) : this.registered.get(hash)?.text;
  }

  /**
   * Registers a valid document for a client of a network. A network that exceeds its share loses the documents that it
   * registered first.
   */
  register(hash: string, text: string, network: string): void {
    if (this.#allowed || this.registered.peek(hash) || sizeOf(text) > BYTES_PER_NETWORK) return;
    const own = this.#ofNetwork.get(network) ?? new Set();
    let bytes = sizeOf(text);
    for (const other of own) bytes += sizeOf(this.registered.peek(other)!.text);
    for (const other of [...own]) {
      if (bytes <= BYTES_PER_NETWORK) break;
      bytes -= sizeOf(this.registered.peek(other)!.text);
      this.registered.delete(other);
    }
    this.#ofNetwork.set(network, own.add(hash));
    this.registered.set(hash, { text, network });
  }

  #forget(hash: string, network: string): void {
    const own = this.#ofNetwork.get(network);
    own?.delete(hash);
    if (own?.size === 0) this.#ofNetwork.delete(network);
  }

  /**
   * The store that Apollo reads documents from. `set` does nothing, because its arguments don't include the client's
   * network.
   */
  get store() {
    const bare = (key: string): string => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key);
    return {
      get: async (key: string) => this.byHash(bare(key)),
      set: async () => undefined,
      delete: async (key: string) => this.registered.delete(bare(key)),
    };
  }
}
