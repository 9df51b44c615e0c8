import type { ListRunner } from '../db/database.js';
import { Queue } from '../db/queue.js';
import { BoundedCache } from '../values/bounded-cache.js';
import { mapMaybe, type MaybePromise } from '../values/maybe-promise.js';
import { readOlderProviders, readProviders } from './provider-node.js';
import { ProviderTable } from './provider-table.js';
import type { ChangeRow, Revision } from './revision.js';

/** More changed nodes than these are read with all others. */
const MANY = 2000;

/**
 * Which nodes provide which core-nodes, in this process. The table is read when it is first needed. A write costs it
 * one statement, which reads the changed nodes again, and a read of an up-to-date table none.
 */
export class ProviderIndex {
  #table: ProviderTable | undefined;
  /** Nodes that changed since they were read; `undefined` if all must be read. */
  #dirty: Set<string> | undefined;
  readonly #refreshes = new Queue();
  #waiting: Promise<ProviderTable> | undefined;
  /** Ids of the nodes that provide a name in any version; valid for one revision of versions and definitions. */
  readonly #older: BoundedCache<string, readonly string[]>;

  constructor(
    private readonly database: ListRunner,
    revision: Revision,
    private readonly isUncached: boolean,
    olderBytes: number,
  ) {
    this.#older = new BoundedCache({
      maxBytes: olderBytes,
      sizeOf: (ids, name) => name.length * 2 + ids.length * 60 + 200,
    });
    revision.onMove((changes) => this.#note(changes));
  }

  /** The table as of the current revision. */
  table(): MaybePromise<ProviderTable> {
    if (this.isUncached) return readProviders(this.database).then((nodes) => new ProviderTable(nodes));
    return this.#table && this.#dirty?.size === 0 && !this.#waiting ? this.#table : this.#refresh();
  }

  /** The ids of the nodes that provide these names in some installable version; nothing for names without any. */
  older(names: readonly string[]): MaybePromise<Map<string, readonly string[]>> {
    const found = this.#older.many(names, async (missing) => {
      const ids = new Map<string, string[]>(missing.map((name) => [name, []]));
      for (const { name, nodeId } of await readOlderProviders(this.database, missing)) ids.get(name)!.push(nodeId);
      return ids;
    });
    return mapMaybe(found, (lists) => new Map(names.map((name, at) => [name, lists[at] ?? []])));
  }

  #note(changes: readonly ChangeRow[] | undefined): void {
    if (!changes || changes.some(({ kind }) => kind === 'version' || kind === 'core_nodes')) this.#older.clear();
    if (!changes) this.#dirty = undefined;
    if (!changes || !this.#dirty) return;
    for (const { kind, subject_id: id, node_id: nodeId } of changes) {
      if (kind === 'node') this.#dirty.add(id);
      else if ((kind === 'version' || kind === 'core_nodes') && nodeId !== null) this.#dirty.add(nodeId);
    }
    if (this.#dirty.size > MANY) this.#dirty = undefined;
  }

  #refresh(): Promise<ProviderTable> {
    // Callers share a refresh, which goes on until nothing has changed since it began to read.
    return (this.#waiting ??= this.#refreshes.run(async () => {
      try {
        while (!this.#table || this.#dirty?.size !== 0) await this.#read();
        return this.#table;
      } finally {
        this.#waiting = undefined;
      }
    }));
  }

  async #read(): Promise<void> {
    const dirty = this.#table ? this.#dirty : undefined;
    this.#dirty = new Set();
    try {
      const read = await readProviders(this.database, dirty && [...dirty]);
      if (dirty) this.#table!.replace([...dirty], read);
      else this.#table = new ProviderTable(read);
    } catch (error) {
      this.#dirty = dirty && this.#dirty ? new Set([...dirty, ...this.#dirty]) : undefined;
      throw error;
    }
  }
}
