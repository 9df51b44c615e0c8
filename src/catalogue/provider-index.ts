import type { ListRunner } from '../db/database.js';
import { Queue } from '../db/queue.js';
import { BoundedCache } from '../values/bounded-cache.js';
import { mapMaybe, type MaybePromise } from '../values/maybe-promise.js';
import { readOlderProviders, readProviders } from './provider-node.js';
import { ProviderTable } from './provider-table.js';
import type { ChangeRow, Revision } from './revision.js';

/** If more nodes than this have changed, all nodes are read again. */
const CHANGED_MAX = 2000;

/**
 * Keeps in memory which nodes provide which core-nodes. The first use reads the whole table. After a write, the next
 * use reads the changed nodes again in one statement. Other uses take no statement.
 */
export class ProviderIndex {
  #table: ProviderTable | undefined;
  /** Ids of the nodes that changed since they were read; `undefined` if all nodes must be read. */
  #dirty: Set<string> | undefined;
  readonly #refreshes = new Queue();
  #waiting: Promise<ProviderTable> | undefined;
  /**
   * Ids of the nodes that provide a name in an installable version. Cleared by any change of a version or definition.
   */
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

  /** The ids of the nodes that provide each name in an installable version; an empty list if there is none. */
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
    if (this.#dirty.size > CHANGED_MAX) this.#dirty = undefined;
  }

  #refresh(): Promise<ProviderTable> {
    // Callers share a refresh, which reads again until no node has changed during a read.
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
