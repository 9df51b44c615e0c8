import type { ListRunner } from '../db/database.js';
import { BoundedCache } from '../values/bounded-cache.js';
import { ChangedNodes } from './changed-nodes.js';
import { readOlderProviders, readProviders } from './provider-node.js';
import { ProviderTable } from './provider-table.js';
import type { Revision } from './revision.js';

/**
 * Keeps in memory which nodes provide which core-nodes. The first use reads the whole table. After a write, the next
 * use reads the changed nodes again in one statement. Other uses take no statement.
 */
export class ProviderIndex {
  #table: ProviderTable | undefined;
  readonly #changed: ChangedNodes;
  /**
   * Ids of the nodes that provide a name in an installable version. Cleared by any change of a version or definition.
   */
  readonly olderCache: BoundedCache<string, readonly string[]>;

  constructor(
    private readonly database: ListRunner,
    revision: Revision,
    private readonly isUncached: boolean,
    olderBytes: number,
  ) {
    this.olderCache = new BoundedCache({
      maxBytes: olderBytes,
      sizeOf: (ids, name) => name.length * 2 + ids.length * 60 + 200,
    });
    this.#changed = new ChangedNodes(revision, new Set(['node', 'version', 'core_nodes']), async (ids) => {
      const read = await readProviders(database, ids);
      if (ids) this.#table!.replace(ids, read);
      else this.#table = new ProviderTable(read);
    });
    revision.onMove((changes) => {
      if (!changes || changes.some(({ kind }) => kind === 'version' || kind === 'core_nodes')) this.olderCache.clear();
    });
  }

  /** The table as of the current revision. */
  async table(): Promise<ProviderTable> {
    if (this.isUncached) return new ProviderTable(await readProviders(this.database));
    if (!this.#changed.areRead) await this.#changed.refresh();
    return this.#table!;
  }

  /** The ids of the nodes that provide each name in an installable version; an empty list if there is none. */
  async older(names: readonly string[]): Promise<Map<string, readonly string[]>> {
    const found = await this.olderCache.many(names, async (missing) => {
      const ids = new Map<string, string[]>(missing.map((name) => [name, []]));
      for (const { name, nodeId } of await readOlderProviders(this.database, missing)) ids.get(name)!.push(nodeId);
      return ids;
    });
    return new Map(names.map((name, at) => [name, found[at] ?? []]));
  }
}
