import type { ListRunner } from '../db/database.js';
import type { CacheStats } from '../values/bounded-cache.js';
import { allMaybe, mapMaybe, type MaybePromise } from '../values/maybe-promise.js';
import { foldNodeId } from '../values/node-id.js';
import type { ListedNode } from './node-index.js';
import { isSelected, type NodeParts, type NodeSelection } from './node-shape.js';
import { touchedBy } from './read-set.js';
import { RecordStore } from './record-store.js';
import type { NodeRecord, NodeVersionRecord, PublisherRecord, Slice } from './records.js';
import type { ChangeRow } from './revision.js';
import { nodeReader, publisherReader, type RowReader, versionReader } from './rows.js';
import type { Shares } from './shares.js';
import { SliceStore } from './slice-store.js';
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

/** Caches of records, and of slices of the nested lists of each owner. A change evicts the entries that it affects. */
export class RecordCaches {
  /** Nodes of every status, by folded id. */
  readonly nodes: RecordStore<NodeRecord>;
  /** Versions of every status, by id. */
  readonly versions: RecordStore<NodeVersionRecord>;
  /** Publishers by id, without deleted ones. */
  readonly publishers: RecordStore<PublisherRecord>;
  readonly versionsOfNodes: SliceStore;
  readonly coreNodesOfVersions: SliceStore;
  readonly nodesOfPublishers: SliceStore;
  readonly #versionReader: RowReader<NodeVersionRecord>;

  constructor(
    private readonly database: ListRunner,
    private readonly versionLists: VersionLists,
    publicUrl: string,
    shares: Shares,
  ) {
    this.#versionReader = versionReader(publicUrl);
    this.nodes = new RecordStore((keys) => this.#readNodes(keys), shares.nodes);
    this.versions = new RecordStore((ids) => this.#readVersions(ids), shares.versions);
    this.publishers = new RecordStore((ids) => this.#readPublishers(ids), shares.publishers);
    this.versionsOfNodes = new SliceStore(shares.versionsOfNodes);
    this.coreNodesOfVersions = new SliceStore(shares.coreNodesOfVersions);
    this.nodesOfPublishers = new SliceStore(shares.nodesOfPublishers);
  }

  /** Size and use of each cache. */
  get stats(): Readonly<Record<string, CacheStats>> {
    return Object.fromEntries(Object.entries(this.#all).map(([name, store]) => [name, store.stats]));
  }

  /** Evicts the entries that the changes affect; all entries if `changes` is `undefined`. */
  evict(changes: readonly ChangeRow[] | undefined): void {
    if (!changes) {
      for (const store of Object.values(this.#all)) store.clear();
      return;
    }
    const stores = {
      node: this.nodes,
      publisher: this.publishers,
      version: this.versions,
      versionsOfNode: this.versionsOfNodes,
      coreNodesOfVersion: this.coreNodesOfVersions,
    };
    for (const change of changes) {
      for (const [kind, key] of touchedBy(change)) stores[kind].evict(key);
      // Clears the lists of all publishers, because the change does not name the previous publisher of the node.
      if (change.kind === 'node') this.nodesOfPublishers.clear();
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
    const { nodes, versions, publishers, versionsOfNodes, coreNodesOfVersions, nodesOfPublishers } = this;
    return { nodes, versions, publishers, versionsOfNodes, coreNodesOfVersions, nodesOfPublishers };
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
