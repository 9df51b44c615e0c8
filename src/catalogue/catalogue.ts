import type { ListRunner } from '../db/database.js';
import { BoundedCache, type CacheStats } from '../values/bounded-cache.js';
import { type ListItem, listItem } from '../values/list-text.js';
import type { MaybePromise } from '../values/maybe-promise.js';
import { foldNodeId } from '../values/node-id.js';
import { ChangeFeed } from './change-feed.js';
import { type CoreNodeListQuestion, CoreNodeLists } from './core-node-lists.js';
import { NestedListCache } from './nested-list.js';
import { NodeFragments } from './node-fragments.js';
import { type ListedNode, NodeIndex } from './node-index.js';
import { type NodeListQuestion, NodeLists, type NodeSearchQuestion } from './node-lists.js';
import { NodeSearch } from './node-search.js';
import type { NodeShape } from './node-shape.js';
import { Ordinals } from './ordinals.js';
import { ProviderIndex } from './provider-index.js';
import { PublisherLists } from './publisher-lists.js';
import { LastChanges, ReadSet } from './read-set.js';
import { present, RecordCaches, type Records } from './record-caches.js';
import type {
  CoreNodeRecord,
  Listing,
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
import { WordIndex } from './word-index.js';

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
  readonly shares: Shares;
  readonly caches: Readonly<Record<string, { readonly stats: CacheStats }>>;
  readonly #nodeLists: NodeLists;
  readonly #nodeIndex: NodeIndex | undefined;
  readonly #ordinals = new Ordinals();
  readonly #fragments: NodeFragments;
  /** Results that are valid for one revision only, such as the ids and the total of a page, by the question. */
  readonly #lists: BoundedCache<string, object>;
  readonly #wordIndex: WordIndex;
  readonly #nodeSearch: NodeSearch;
  readonly #records: RecordCaches;
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
    const recordCaches = { nodes, versions, publishers, versionsOfNodes, coreNodesOfVersions, nodesOfPublishers };
    this.#lists = new BoundedCache({
      maxBytes: shares.lists,
      sizeOf: (value, key) => JSON.stringify(value).length * 2 + key.length * 2 + 200,
    });
    this.#nodeIndex = cacheBytes > 0 ? new NodeIndex(database, revision, this.#ordinals, shares.nodeLists) : undefined;
    this.#wordIndex = new WordIndex(database, revision, this.#ordinals, this.isUncached);
    this.#nodeLists = new NodeLists(database, this.#ordinals, this.versionLists, publicUrl);
    this.#nodeSearch = new NodeSearch(this.#wordIndex, this.#nodeIndex, this.#nodeLists);
    this.providers = new ProviderIndex(database, revision, this.isUncached, shares.lists / 4);
    this.#fragments = new NodeFragments(changes, this.#records, shares.fragments);
    this.changeFeed = new ChangeFeed(database, revision, publicUrl);
    this.caches = {
      ...recordCaches,
      lists: this.#lists,
      fragments: this.#fragments.cache,
      olderProviders: this.providers.olderCache,
      ...(this.#nodeIndex && { nodeLists: this.#nodeIndex.lists, nodeGroups: this.#nodeIndex.groups }),
    };
    revision.onMove((moved) => {
      this.#lists.clear();
      if (moved) this.#records.evict(moved);
      else for (const cache of Object.values(recordCaches)) cache.clear();
      // Clears the lists of all publishers, because a change does not name the previous publisher of its node.
      if (moved?.some(({ kind }) => kind === 'node')) nodesOfPublishers.clear();
    });
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
  async refresh(): Promise<void> {
    if (!this.isUncached) await this.revision.refresh();
  }

  /** The node with an id, in any spelling that folds to the same id; `undefined` if none exists or it was deleted. */
  async node(id: string, reads?: ReadSet): Promise<NodeRecord | undefined> {
    const foldedId = foldNodeId(id);
    reads?.add('node', foldedId);
    const node = await this.nodes.one(foldedId);
    return node && EXISTING_NODE.holds(node) ? node : undefined;
  }

  async listNodes(question: NodeListQuestion, reads?: ReadSet): Promise<Page<NodeRecord>> {
    const { items, total } = await this.#listed(question, reads);
    for (const { foldedId } of items) reads?.add('node', foldedId);
    return pageOf(
      this.nodes,
      items.map(({ foldedId }) => foldedId),
      total,
      question,
    );
  }

  /**
   * A page of the nodes that match a filter, written by a shape.
   * @param reads receives the dependencies of the page
   * @returns `undefined` if the shape can't write one of the nodes
   */
  async nodePage(
    question: NodeListQuestion,
    shape: NodeShape,
    reads?: ReadSet,
  ): Promise<Listing<ListItem> | undefined> {
    if (!this.isUncached) {
      const { items, total } = await this.#listed(question, reads);
      const fragments = await this.#fragments.of(items, shape, reads);
      return fragments && { items: fragments, total };
    }
    const { items, total } = await this.#nodeLists.listParts(question, shape.selection);
    const written = items.map((parts) => shape.write(parts));
    return written.includes(undefined) ? undefined : { items: present(written).map(listItem), total };
  }

  /**
   * Nodes by id, written by a shape. Missing nodes are left out. `undefined` if the shape can't write one of the nodes.
   */
  nodeFragments(ids: readonly string[], shape: NodeShape): Promise<readonly ListItem[] | undefined> {
    return this.#fragments.of(this.#listedNodes(ids), shape);
  }

  /** A page of search results, written by a shape; `undefined` if the shape can't write one of the nodes. */
  async searchPage(question: NodeSearchQuestion, shape: NodeShape): Promise<Listing<ListItem> | undefined> {
    const { items, total } = await this.#search(question);
    const fragments = await this.nodeFragments(items, shape);
    return fragments && { items: fragments, total };
  }

  async searchNodes(question: NodeSearchQuestion): Promise<Page<NodeRecord>> {
    const { items, total } = await this.#search(question);
    return pageOf(this.nodes, items.map(foldNodeId), total, question);
  }

  /**
   * A page of publishers, sorted by id.
   * @param name part of the id or of the name; all publishers if absent
   */
  async listPublishers(page: number, limit: number, name?: string): Promise<Page<PublisherRecord>> {
    const { items, total } = await this.#cached({ list: 'publishers', page, limit, name }, () =>
      this.publisherLists.list(page, limit, name),
    );
    return pageOf(this.publishers, items, total, { page, limit });
  }

  /** A page of the versions of all nodes, newest first. */
  async listVersions(question: VersionListQuestion): Promise<Page<NodeVersionRecord>> {
    const { items, total } = await this.#cached({ list: 'versions', ...question }, () =>
      this.versionLists.list(question),
    );
    return pageOf(this.versions, items, total, question);
  }

  /** A page of the core-node definitions of the whole catalogue. */
  listCoreNodes(question: CoreNodeListQuestion): Promise<Page<CoreNodeRecord>> {
    return this.#cached({ list: 'core-nodes', ...question }, () => this.coreNodeLists.list(question));
  }

  coreNodesOfVersion(versionId: string, page: number, limit: number): Promise<Page<CoreNodeRecord>> {
    return this.#cached({ list: 'core-nodes-of', versionId, page, limit }, () =>
      this.coreNodeLists.ofVersion(versionId, page, limit),
    );
  }

  /** Reads the node index and the word index into memory. */
  async start(): Promise<void> {
    await Promise.all([this.#nodeIndex?.start(), this.#wordIndex.refresh()]);
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

  #listed(question: NodeListQuestion, reads?: ReadSet): MaybePromise<Listing<ListedNode>> {
    const known = this.#nodeIndex?.page(question, reads);
    if (known) return known;
    reads?.markUntrackable();
    const listed = this.#cached({ list: 'nodes', ...question }, () => this.#nodeLists.list(question));
    return listed.then(({ items, total }) => ({ items: this.#listedNodes(items), total }));
  }

  #search(question: NodeSearchQuestion): Promise<Listing<string>> {
    return this.#cached({ list: 'search', ...question }, () => this.#nodeSearch.search(question));
  }

  /** The result for a question, from the cache or else from `load`. */
  async #cached<T extends object>(question: object, load: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(question);
    return (await this.#lists.one(key, async () => new Map([[key, await load()]]))) as T;
  }

  #listedNodes(ids: readonly string[]): ListedNode[] {
    return ids.map((id) => {
      const foldedId = foldNodeId(id);
      return { id, foldedId, ordinal: this.#ordinals.of(foldedId) };
    });
  }
}

/** A page of the records with these keys. Records that were deleted meanwhile are left out. */
async function pageOf<R extends NonNullable<unknown>>(
  records: Records<R>,
  keys: readonly string[],
  total: number,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<Page<R>> {
  return { items: present(await records.many(keys)), page, limit, total };
}
