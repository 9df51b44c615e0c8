import type { ListRunner } from '../db/database.js';
import { BoundedCache, type CacheStats, type LoadMany } from '../values/bounded-cache.js';
import { allMaybe, mapMaybe, type MaybePromise } from '../values/maybe-promise.js';
import { foldNodeId } from '../values/node-id.js';
import type { NestedListCache } from './nested-list.js';
import type { ListedNode } from './node-index.js';
import { isSelected, type NodeParts, type NodeSelection } from './node-shape.js';
import { type LastChanges, type ReadKind, touchedBy } from './read-set.js';
import type { NodeRecord, NodeVersionRecord, PublisherRecord, Slice } from './records.js';
import type { ChangeRow } from './revision.js';
import { nodeReader, publisherReader, type RowReader, versionReader } from './rows.js';
import type { Shares } from './shares.js';
import { sizeOf } from './size-of.js';
import { NO_VERSIONS, type VersionLists } from './version-lists.js';
import { EXISTING_PUBLISHER } from './visibility.js';

const NODE_READER = nodeReader();
const PUBLISHER_READER = publisherReader();

type SlicesOfNodes = ReadonlyMap<string, Slice<NodeVersionRecord>>;

const NO_SLICES: SlicesOfNodes = new Map();

/** The values that are not `undefined`. */
export function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined);
}

const byId = <R extends { readonly id: string }>(records: readonly (R | undefined)[]): Map<string, R> =>
  new Map(present(records).map((record) => [record.id, record]));

/** The estimated size of a key and its entry in a cache, in bytes. */
const ENTRY_BYTES = 200;

const entrySize = (value: unknown): number => sizeOf(value) + ENTRY_BYTES;

/** Records of one kind by key. Those that are not cached are read in one statement. */
export type Records<R extends NonNullable<unknown>> = Pick<BoundedCache<string, R>, 'get' | 'many' | 'one'>;

/** Caches of records, and of the values of nested lists. */
export class RecordCaches {
  readonly nodes: BoundedCache<string, NodeRecord>;
  readonly versions: BoundedCache<string, NodeVersionRecord>;
  readonly publishers: BoundedCache<string, PublisherRecord>;
  readonly versionsOfNodes: NestedListCache;
  readonly coreNodesOfVersions: NestedListCache;
  readonly nodesOfPublishers: NestedListCache;
  readonly #versionReader: RowReader<NodeVersionRecord>;

  constructor(
    private readonly database: ListRunner,
    private readonly versionLists: VersionLists,
    changes: LastChanges,
    publicUrl: string,
    shares: Shares,
  ) {
    this.#versionReader = versionReader(publicUrl);
    const records = <R extends object>(maxBytes: number, load: LoadMany<string, R>) =>
      new BoundedCache<string, R>({ maxBytes, sizeOf: entrySize, load });
    this.nodes = records(shares.nodes, (keys) => this.#readNodes(keys));
    this.versions = records(shares.versions, (ids) => this.#readVersions(ids));
    this.publishers = records(shares.publishers, (ids) => this.#readPublishers(ids));
    const lists = (maxBytes: number, kind?: ReadKind): NestedListCache => {
      return { cache: new BoundedCache({ maxBytes, sizeOf: entrySize }), kind, changes };
    };
    this.versionsOfNodes = lists(shares.versionsOfNodes, 'versionsOfNode');
    this.coreNodesOfVersions = lists(shares.coreNodesOfVersions, 'coreNodesOfVersion');
    this.nodesOfPublishers = lists(shares.nodesOfPublishers);
  }

  /** Size and use of each cache. */
  get stats(): Readonly<Record<string, CacheStats>> {
    return Object.fromEntries(Object.entries(this.#all).map(([name, cache]) => [name, cache.stats]));
  }

  /** Evicts the entries that the changes affect; all entries if `changes` is `undefined`. */
  evict(changes: readonly ChangeRow[] | undefined): void {
    if (!changes) {
      for (const cache of Object.values(this.#all)) cache.clear();
      return;
    }
    const { nodes: node, publishers: publisher, versions: version } = this;
    const caches: Partial<Record<ReadKind, { delete(key: string): unknown }>> = { node, publisher, version };
    for (const change of changes) {
      for (const [kind, key] of touchedBy(change)) caches[kind]?.delete(key);
      // Clears the lists of all publishers, because the change does not name the previous publisher of the node.
      if (change.kind === 'node') this.nodesOfPublishers.cache.clear();
    }
  }

  /**
   * The selected parts of nodes, in the order of `nodes`. Parts that are not cached take one statement per kind of
   * record.
   */
  partsOf(
    nodes: readonly ListedNode[],
    { publisher, latest, versions: first }: NodeSelection,
  ): MaybePromise<readonly (NodeParts | undefined)[]> {
    return mapMaybe(this.nodes.many(nodes.map(({ foldedId }) => foldedId)), (records) => {
      const known = present(records);
      const publisherIds = isSelected(publisher) ? known.map(({ publisherId }) => publisherId) : [];
      const latestIds = isSelected(latest) ? present(known.map((node) => node.latestVersionId ?? undefined)) : [];
      const read = allMaybe<readonly (PublisherRecord | NodeVersionRecord | undefined)[] | SlicesOfNodes>([
        this.publishers.many(publisherIds),
        this.versions.many(latestIds),
        first && known.length > 0
          ? this.versionLists.slices(
              known.map(({ id }) => id),
              first,
            )
          : NO_SLICES,
      ]);
      return mapMaybe(read, (found) => {
        const [publishers, latestVersions, slices] = found as [PublisherRecord[], NodeVersionRecord[], SlicesOfNodes];
        const publisherById = byId(publishers);
        const versionById = byId(latestVersions);
        return records.map(
          (node) =>
            node && {
              node,
              publisher: publisherById.get(node.publisherId),
              latest: node.latestVersionId === null ? undefined : versionById.get(node.latestVersionId),
              versions: slices.get(node.id) ?? NO_VERSIONS,
            },
        );
      });
    });
  }

  get #all() {
    const { nodes, versions, publishers } = this;
    return {
      nodes,
      versions,
      publishers,
      versionsOfNodes: this.versionsOfNodes.cache,
      coreNodesOfVersions: this.coreNodesOfVersions.cache,
      nodesOfPublishers: this.nodesOfPublishers.cache,
    };
  }

  async #readNodes(keys: readonly string[]): Promise<Map<string, NodeRecord>> {
    const rows = await this.database.lists(
      `select ${NODE_READER.json}::text from nodes n where n.folded_id = any($1::text[])`,
      [keys],
    );
    return new Map(rows.map(([json]) => NODE_READER.parse(json)).map((node) => [foldNodeId(node.id), node]));
  }

  async #readVersions(ids: readonly string[]): Promise<Map<string, NodeVersionRecord>> {
    const reader = this.#versionReader;
    const rows = await this.database.lists(
      `select ${reader.json}::text from node_versions v where v.id = any($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map(([json]) => reader.parse(json)).map((version) => [version.id, version]));
  }

  async #readPublishers(ids: readonly string[]): Promise<Map<string, PublisherRecord>> {
    const rows = await this.database.lists(
      `select ${PUBLISHER_READER.json}::text from publishers p where p.id = any($1::text[]) and ${EXISTING_PUBLISHER.sql('p')}`,
      [ids],
    );
    return new Map(rows.map(([json]) => PUBLISHER_READER.parse(json)).map((publisher) => [publisher.id, publisher]));
  }
}
