import type { MaybePromise } from '../values/maybe-promise.js';
import { type LoadRecords, RecordStore } from './record-store.js';

/** Parts an owner from the arguments; an owner holds none. */
const MARK = '\0';

/**
 * Stretches of the nested lists of owners (the versions of a node, the definitions of a version), by the owner and the
 * arguments that they were asked for with. A change of an owner's list forgets all stretches of it.
 */
export class SliceStore extends RecordStore<NonNullable<unknown>> {
  readonly #kept = new Map<string, Set<string>>();

  constructor(maxBytes: number) {
    super(async () => new Map(), maxBytes);
  }

  /** The stretch of an owner where it is known, at once. */
  peekOf(owner: string, args: string): unknown {
    return this.peek(owner + MARK + args);
  }

  /**
   * The stretches of owners, in their order; at most one statement.
   * @param args all that a stretch depends on beside its owner, as a text
   * @param load reads stretches by their owners
   */
  ofOwners(owners: readonly string[], args: string, load: LoadRecords<NonNullable<unknown>>): MaybePromise<unknown[]> {
    const keys = owners.map((owner) => owner + MARK + args);
    return this.many(keys, async (missing) => {
      const found = await load(missing.map((key) => this.ownerOf(key)));
      return new Map([...found].map(([owner, value]) => [owner + MARK + args, value]));
    });
  }

  protected override ownerOf(key: string): string {
    return key.slice(0, key.indexOf(MARK));
  }

  protected override keysOf(owner: string): Iterable<string> {
    return [...(this.#kept.get(owner) ?? [])];
  }

  protected override came(key: string): void {
    // What was too large was not kept at all.
    if (this.peek(key) === undefined) return;
    const owner = this.ownerOf(key);
    const kept = this.#kept.get(owner);
    if (kept) kept.add(key);
    else this.#kept.set(owner, new Set([key]));
  }

  protected override left(key: string): void {
    const owner = this.ownerOf(key);
    const kept = this.#kept.get(owner);
    kept?.delete(key);
    if (kept?.size === 0) this.#kept.delete(owner);
  }
}
