import type { ListRunner } from '../db/database.js';
import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import type { ListItem } from '../values/list-text.js';
import { mapMaybe, type MaybePromise } from '../values/maybe-promise.js';
import { foldNodeId } from '../values/node-id.js';
import { ChangeFeed } from './change-feed.js';
import { type CoreNodeListQuestion, CoreNodeLists } from './core-node-lists.js';
import { Dictionary } from './dictionary.js';
import { NestedListCache } from './nested-list.js';
import { NodeFragments } from './node-fragments.js';
import { type ListedNode, type ListedNodes, NodeIndex } from './node-index.js';
import { type IdPage, type NodeListQuestion, NodeLists, type NodeSearchQuestion } from './node-lists.js';
import type { NodeShape } from './node-shape.js';
import { Ordinals } from './ordinals.js';
import { ProviderIndex } from './provider-index.js';
import { PublisherLists } from './publisher-lists.js';
import { LastChanges, ReadSet } from './read-set.js';
import { present, RecordCaches, type Records } from './record-caches.js';
import type {
  CoreNodeRecord,
  NodeRecord,
  NodeVersionRecord,
  Page,
  PublisherRecord,
  TranslationRecord,
} from './records.js';
import type { Revision } from './revision.js';
import { toTranslation } from './rows.js';
import { type Shares, sharesOf } from './shares.js';
import { type VersionListQuestion, VersionLists } from './version-lists.js';
import { EXISTING_NODE } from './visibility.js';

/** A page of nodes as JSON, and the size of the whole list. */
export interface FragmentPage {
  readonly fragments: readonly ListItem[];
  readonly total: number;
}

/**
 * The read side: records as plain immutable objects, read by id in batches, and pages of lists of records. It checks no
 * permissions: the services decide which records and fields a viewer may read.
 */
export class Catalogue {
  /** Nodes of every status, by folded id. */
  readonly nodes: Records<NodeRecord>;
  /** Versions of every status, by id. */
  readonly versions: Records<NodeVersionRecord>;
  /** Publishers by id, without deleted ones. */
  readonly publishers: Records<PublisherRecord>;
  readonly versionLists: VersionLists;
  readonly coreNodeLists: CoreNodeLists;
  readonly publisherLists: PublisherLists;
  readonly changeFeed: ChangeFeed;
  /** Which nodes provide which core-nodes. */
  readonly providers: ProviderIndex;
  /** True if nothing is cached, so that each request reads its own records. */
  readonly isUncached: boolean;
  /** Memory of each cache. */
  readonly shares: Shares;
  readonly #nodeLists: NodeLists;
  readonly #nodeIndex: NodeIndex | undefined;
  readonly #ordinals = new Ordinals();
  readonly #fragments: NodeFragments;
  /** Results that are valid for one revision only, such as the ids and the total of a page, by the question. */
  readonly #lists: BoundedCache<string, object>;
  readonly #dictionary: Dictionary;
  readonly #records: RecordCaches;
  /** Caches of records, and of nested lists. */
  readonly #caches: Readonly<Record<string, { readonly stats: CacheStats; clear(): void }>>;
  readonly #lastChanges: LastChanges;

  constructor(
    private readonly database: ListRunner,
    readonly revision: Revision,
    cacheBytes: number,
    /** Base URL of the registry; the download URLs of archives begin with it. */
    readonly publicUrl: string,
  ) {
    this.isUncached = cacheBytes === 0;
    const shares = (this.shares = sharesOf(cacheBytes));
    const changes = (this.#lastChanges = new LastChanges(revision));
    const versionsOfNodes = new NestedListCache(shares.versionsOfNodes, changes, 'versionsOfNode');
    const coreNodesOfVersions = new NestedListCache(shares.coreNodesOfVersions, changes, 'coreNodesOfVersion');
    const nodesOfPublishers = new NestedListCache(shares.nodesOfPublishers, changes);
    this.versionLists = new VersionLists(database, publicUrl, versionsOfNodes);
    this.coreNodeLists = new CoreNodeLists(database, coreNodesOfVersions);
    this.publisherLists = new PublisherLists(database, nodesOfPublishers);
    const { nodes, versions, publishers } = (this.#records = new RecordCaches(
      database,
      this.versionLists,
      publicUrl,
      shares,
    ));
    [this.nodes, this.versions, this.publishers] = [nodes, versions, publishers];
    this.#caches = { nodes, versions, publishers, versionsOfNodes, coreNodesOfVersions, nodesOfPublishers };
    this.#lists = new BoundedCache({
      maxBytes: shares.lists,
      sizeOf: (value, key) => JSON.stringify(value).length * 2 + key.length * 2 + 200,
    });
    this.#nodeIndex = cacheBytes > 0 ? new NodeIndex(database, revision, this.#ordinals, shares.nodeLists) : undefined;
    this.#dictionary = new Dictionary(database, revision);
    this.#nodeLists = new NodeLists(database, this.#dictionary, this.versionLists, publicUrl);
    this.providers = new ProviderIndex(database, revision, this.isUncached, shares.lists / 4);
    this.#fragments = new NodeFragments(
      this.#lastChanges,
      (nodes, selection) => this.#records.partsOf(nodes, selection),
      shares.fragments,
    );
    this.changeFeed = new ChangeFeed(database, revision, publicUrl);
    revision.onMove((moved) => {
      this.#lists.clear();
      if (moved) this.#records.evict(moved);
      else for (const cache of Object.values(this.#caches)) cache.clear();
      // Clears the lists of all publishers, because a change does not name the previous publisher of its node.
      if (moved?.some(({ kind }) => kind === 'node')) nodesOfPublishers.clear();
    });
  }

  /** Size and use of each cache. */
  get stats(): Readonly<Record<string, CacheStats>> {
    return {
      ...Object.fromEntries(Object.entries(this.#caches).map(([name, { stats }]) => [name, stats])),
      lists: this.#lists.stats,
      fragments: this.#fragments.stats,
      olderProviders: this.providers.stats,
      ...this.#nodeIndex?.stats,
    };
  }

  /** A read set for a new response; `undefined` if nothing is cached. */
  readSet(): ReadSet | undefined {
    return this.#nodeIndex && new ReadSet(this.#lastChanges, this.#nodeIndex);
  }

  /**
   * Reads the changes of all commits made before the call, so that later reads reflect them. Takes one statement, which
   * concurrent callers share; none if nothing is cached.
   * @throws SERVICE_UNAVAILABLE if the database does not answer
   */
  refresh(): MaybePromise<void> {
    return this.isUncached ? undefined : this.revision.refresh();
  }

  /** The node with an id, in any spelling that folds to the same id; `undefined` if none exists or it was deleted. */
  async node(id: string, reads?: ReadSet): Promise<NodeRecord | undefined> {
    const foldedId = foldNodeId(id);
    reads?.add('node', foldedId);
    const node = await this.nodes.one(foldedId);
    return node && EXISTING_NODE.holds(node) ? node : undefined;
  }

  /** A page of the nodes that match a filter. */
  listNodes(question: NodeListQuestion, reads?: ReadSet): MaybePromise<Page<NodeRecord>> {
    return mapMaybe(this.#listed(question, reads), (listed) => {
      for (const { foldedId } of listed.nodes) reads?.add('node', foldedId);
      return this.#recordPage(listed, question);
    });
  }

  /**
   * A page of the nodes that match a filter, written by a shape.
   * @param reads receives the dependencies of the page
   * @returns `undefined` if the shape can't write one of the nodes
   */
  nodePage(question: NodeListQuestion, shape: NodeShape, reads?: ReadSet): MaybePromise<FragmentPage | undefined> {
    if (this.isUncached) return this.#uncachedPage(question, shape);
    return mapMaybe(this.#listed(question, reads), (listed) => this.#fragmentPage(listed, shape, reads));
  }

  /**
   * Nodes by id, written by a shape. Missing nodes are left out. `undefined` if the shape can't write one of the nodes.
   */
  nodeFragments(ids: readonly string[], shape: NodeShape): MaybePromise<readonly ListItem[] | undefined> {
    return this.#fragments.of(
      ids.map((id) => this.#listedNode(id)),
      shape,
    );
  }

  /** A page of search results, written by a shape; `undefined` if the shape can't write one of the nodes. */
  async searchPage(question: NodeSearchQuestion, shape: NodeShape): Promise<FragmentPage | undefined> {
    return this.#fragmentPage(await this.#search(question), shape);
  }

  /** A page of search results. */
  async searchNodes(question: NodeSearchQuestion): Promise<Page<NodeRecord>> {
    return this.#recordPage(await this.#search(question), question);
  }

  /**
   * A page of publishers, sorted by id.
   * @param name part of the id or of the name; all publishers if absent
   */
  async listPublishers(page: number, limit: number, name?: string): Promise<Page<PublisherRecord>> {
    const { ids, total } = await this.#cached({ list: 'publishers', page, limit, name }, () =>
      this.publisherLists.list(page, limit, name),
    );
    return { items: present(await this.publishers.many(ids)), page, limit, total };
  }

  /** A page of the versions of all nodes, newest first. */
  async listVersions(question: VersionListQuestion): Promise<Page<NodeVersionRecord>> {
    const { ids, total } = await this.#cached({ list: 'versions', ...question }, () =>
      this.versionLists.list(question),
    );
    return { items: present(await this.versions.many(ids)), page: question.page, limit: question.limit, total };
  }

  /** A page of the core-node definitions of the whole catalogue. */
  async listCoreNodes(question: CoreNodeListQuestion): Promise<Page<CoreNodeRecord>> {
    const found = await this.#cached({ list: 'core-nodes', ...question }, () => this.coreNodeLists.list(question));
    return { ...found, page: question.page, limit: question.limit };
  }

  /** A page of the core-node definitions of one version. */
  async coreNodesOfVersion(versionId: string, page: number, limit: number): Promise<Page<CoreNodeRecord>> {
    const found = await this.#cached({ list: 'core-nodes-of', versionId, page, limit }, () =>
      this.coreNodeLists.ofVersion(versionId, page, limit),
    );
    return { ...found, page, limit };
  }

  /** Reads the node index and the dictionary into memory. */
  async start(): Promise<void> {
    await Promise.all([this.#nodeIndex?.start(), this.#dictionary.refresh()]);
  }

  /**
   * The translations of each node by language; those of the publisher come before those of the community. One
   * statement.
   */
  async translations(nodeIds: readonly string[]): Promise<Map<string, TranslationRecord[]>> {
    const rows = await this.database.query<TranslationRecord>(
      `select node_id as "nodeId", language, fields, source, updated_at as "updatedAt" from node_translations
       where node_id = any($1::text[]) order by language collate "C", source desc`,
      [nodeIds],
    );
    return Map.groupBy(rows.map(toTranslation), ({ nodeId }) => nodeId);
  }

  /** The number of reviews of each node that has any. One statement. */
  async reviewCounts(nodeIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<{ id: string; count: number }>(
      'select node_id as id, count(*)::int as count from node_reviews where node_id = any($1::text[]) group by node_id',
      [nodeIds],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  #listed(question: NodeListQuestion, reads?: ReadSet): MaybePromise<ListedNodes> {
    const known = this.#nodeIndex?.page(question, reads);
    if (known) return known;
    reads?.markUntrackable();
    return this.#ofIds({ list: 'nodes', ...question }, () => this.#nodeLists.list(question));
  }

  #search(question: NodeSearchQuestion): Promise<ListedNodes> {
    return this.#ofIds({ list: 'search', ...question }, () => this.#nodeLists.search(question));
  }

  async #ofIds(question: object, load: () => Promise<IdPage>): Promise<ListedNodes> {
    const { ids, total } = await this.#cached(question, load);
    return { nodes: ids.map((id) => this.#listedNode(id)), total };
  }

  /** The result for a question, from the cache or else from `load`. */
  async #cached<T extends object>(question: object, load: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(question);
    return (await this.#lists.one(key, async () => new Map([[key, await load()]]))) as T;
  }

  #listedNode(id: string): ListedNode {
    const foldedId = foldNodeId(id);
    return { id, foldedId, ordinal: this.#ordinals.of(foldedId) };
  }

  #recordPage({ nodes, total }: ListedNodes, { page, limit }: NodeListQuestion): MaybePromise<Page<NodeRecord>> {
    return mapMaybe(this.nodes.many(nodes.map(({ foldedId }) => foldedId)), (records) => ({
      items: present(records),
      page,
      limit,
      total,
    }));
  }

  #fragmentPage(
    { nodes, total }: ListedNodes,
    shape: NodeShape,
    reads?: ReadSet,
  ): MaybePromise<FragmentPage | undefined> {
    return mapMaybe(this.#fragments.of(nodes, shape, reads), (fragments) => fragments && { fragments, total });
  }

  async #uncachedPage(question: NodeListQuestion, shape: NodeShape): Promise<FragmentPage | undefined> {
    const { parts, total } = await this.#nodeLists.listParts(question, shape.selection);
    const fragments: ListItem[] = [];
    for (const part of parts) {
      const json = shape.write(part);
      if (json === undefined) return undefined;
      fragments.push({ json, bytes: Buffer.byteLength(json) });
    }
    return { fragments, total };
  }
}
