import type { ListRunner } from '../db/database.js';
import { foldNodeId } from '../values/node-id.js';
import type { CacheStats } from './cache-stats.js';
import { ChangeFeed } from './change-feed.js';
import { type CoreNodeListQuestion, CoreNodeLists } from './core-node-lists.js';
import { Dictionary } from './dictionary.js';
import { type MaybePromise, whenThere } from '../values/maybe-promise.js';
import { ListStore } from './list-store.js';
import { NestedList } from './nested-list.js';
import { type ListedNode, type ListedNodes, NodeIndex } from './node-index.js';
import {
  type NodeListQuestion,
  NodeLists,
  type NodeSearchQuestion,
  type PageFields,
  type RecordedPage,
} from './node-lists.js';
import { PublisherLists } from './publisher-lists.js';
import { LastChanges, PartReads, ReadSet, touchedBy } from './read-set.js';
import { type ReadOptions, RecordStore, WITH_TEXT } from './record-store.js';
import { sharesOf } from './shares.js';
import { SliceStore } from './slice-store.js';
import type { NodeVersionStatus } from '../values/states.js';
import type {
  CoreNodeRecord,
  NodeRecord,
  NodeVersionRecord,
  Page,
  PublisherRecord,
  Slice,
  TranslationRecord,
} from './records.js';
import type { ChangeRow, Revision } from './revision.js';
import { nodeRecord, toNode, toPublisher, toTranslation, toVersion, versionRecord } from './rows.js';
import { type FirstVersions, type VersionListQuestion, VersionLists } from './version-lists.js';

/**
 * The read side: public records as plain immutable objects, asked for by id in batches, and lists as pages of them.
 * It knows no viewer: what only some may see is asked of the services.
 */
export class Catalogue {
  /** Nodes by folded id, whatever their status. */
  readonly nodes: RecordStore<NodeRecord>;
  /** Versions by id, whatever their status. */
  readonly versions: RecordStore<NodeVersionRecord>;
  /** Publishers by id; deleted ones are absent. */
  readonly publishers: RecordStore<PublisherRecord>;
  readonly versionLists: VersionLists;
  readonly coreNodeLists: CoreNodeLists;
  readonly publisherLists: PublisherLists;
  readonly changeFeed: ChangeFeed;
  /** Whether nothing is kept, so that every record is for one request. */
  readonly isUncached: boolean;
  readonly #nodeLists: NodeLists;
  readonly #nodeIndex: NodeIndex | undefined;
  /** Of nodes that the index does not know. */
  readonly #places = new Map<string, number>();
  readonly #lists: ListStore;
  readonly #dictionary: Dictionary;
  readonly #versionsOfNodes: SliceStore;
  readonly #coreNodesOfVersions: SliceStore;
  readonly #nodesOfPublishers: SliceStore;
  readonly #lastChanges: LastChanges;

  constructor(
    private readonly database: ListRunner,
    readonly revision: Revision,
    cacheBytes: number,
    /** Where the registry is reached: addresses of archives begin with it. */
    readonly publicUrl: string,
  ) {
    this.isUncached = cacheBytes === 0;
    const shares = sharesOf(cacheBytes);
    this.nodes = new RecordStore((keys) => this.#nodesByFoldedId(keys), shares.nodes, WITH_TEXT);
    this.versions = new RecordStore((ids) => this.#versionsById(ids), shares.versions);
    this.publishers = new RecordStore((ids) => this.#publishersById(ids), shares.publishers);
    this.#versionsOfNodes = new SliceStore(shares.versionsOfNodes);
    this.#coreNodesOfVersions = new SliceStore(shares.coreNodesOfVersions);
    this.#nodesOfPublishers = new SliceStore(shares.nodesOfPublishers);
    this.#lists = new ListStore(revision, shares.lists);
    this.#nodeIndex = cacheBytes > 0 ? new NodeIndex(database, revision, shares.nodeLists) : undefined;
    this.#dictionary = new Dictionary(database, revision);
    this.#nodeLists = new NodeLists(database, this.#dictionary, publicUrl);
    this.versionLists = new VersionLists(database, publicUrl);
    this.coreNodeLists = new CoreNodeLists(database);
    this.publisherLists = new PublisherLists(database);
    this.#lastChanges = new LastChanges(revision);
    this.changeFeed = new ChangeFeed(database, revision);
    revision.onMove((changes) => this.#evict(changes));
  }

  /** What each cache holds. */
  get stats(): Readonly<Record<string, CacheStats>> {
    return {
      nodes: this.nodes.stats,
      versions: this.versions.stats,
      publishers: this.publishers.stats,
      versionsOfNodes: this.#versionsOfNodes.stats,
      coreNodesOfVersions: this.#coreNodesOfVersions.stats,
      nodesOfPublishers: this.#nodesOfPublishers.stats,
      lists: this.#lists.stats,
      ...(this.#nodeIndex ? { nodeLists: this.#nodeIndex.stats } : {}),
    };
  }

  /** What an answer that is begun now will have been made of; undefined where nothing is kept. */
  readSet(): ReadSet | undefined {
    return this.#nodeIndex && new ReadSet(this.#lastChanges, this.#nodeIndex);
  }

  /** What a part of answers that is begun now will have been made of. */
  partReads(): PartReads {
    return new PartReads(this.#lastChanges);
  }

  /** The node of this id, in whatever spelling; undefined where there is none or it was deleted. */
  async node(id: string, options: ReadOptions = {}): Promise<NodeRecord | undefined> {
    const foldedId = foldNodeId(id);
    options.reads?.add('node', foldedId);
    const node = await this.nodes.one(foldedId, options);
    return node?.status === 'NodeStatusDeleted' ? undefined : node;
  }

  /**
   * A page of nodes by filter.
   * @param fields those that are needed; asked where the page is read past the caches
   */
  listNodes(
    question: NodeListQuestion,
    options: ReadOptions = {},
    fields: () => PageFields = () => ({}),
  ): MaybePromise<Page<NodeRecord>> {
    if (options.fresh || this.isUncached) return this.#wholePage(question, options, fields());
    return whenThere(this.listed(question, options), ({ nodes, total }) =>
      this.#nodePage(
        nodes.map(({ foldedId }) => foldedId),
        total,
        question,
        options,
      ),
    );
  }

  /**
   * The ids of a page of nodes by filter, for who asks for nothing else of them, or has the rest; never past the
   * caches.
   */
  listNodeIds(
    question: NodeListQuestion,
    options: Pick<ReadOptions, 'reads'> = {},
  ): MaybePromise<Page<Pick<NodeRecord, 'id'>>> {
    const { page, limit } = question;
    return whenThere(this.listed(question, options), ({ nodes, total }) => ({ items: nodes, page, limit, total }));
  }

  /** A page of nodes by filter, without what is known of them; never past the caches. */
  listed(question: NodeListQuestion, { reads }: Pick<ReadOptions, 'reads'>): MaybePromise<ListedNodes> {
    const known = this.#nodeIndex?.page(question, reads);
    if (known) return known;
    reads?.giveUp();
    return this.#lists
      .get({ list: 'nodes', ...question }, () => this.#nodeLists.list(question))
      .then(({ ids, total }) => ({ nodes: ids.map((id) => this.#placed(id)), total }));
  }

  /** A page of nodes by filter, past every cache, as the database keeps it. */
  recordedPage(question: NodeListQuestion, fields: PageFields = {}): Promise<RecordedPage> {
    return this.#nodeLists.listRecorded(question, fields);
  }

  /** A page of nodes by keyword. */
  async searchNodes(question: NodeSearchQuestion, options: ReadOptions = {}): Promise<Page<NodeRecord>> {
    const page = await this.#lists.get(
      { list: 'search', ...question },
      () => this.#nodeLists.search(question),
      options,
    );
    return this.#nodePage(page.ids.map(foldNodeId), page.total, question, options);
  }

  /** A page of publishers, by id. */
  async listPublishers(page: number, limit: number): Promise<Page<PublisherRecord>> {
    const { ids, total } = await this.#lists.get({ list: 'publishers', page, limit }, () =>
      this.publisherLists.list(page, limit),
    );
    return { items: present(await this.publishers.many(ids)), page, limit, total };
  }

  /** A page of the versions of all nodes, newest first. */
  async listVersions(question: VersionListQuestion): Promise<Page<NodeVersionRecord>> {
    const { ids, total } = await this.#lists.get({ list: 'versions', ...question }, () =>
      this.versionLists.list(question),
    );
    return { items: present(await this.versions.many(ids)), page: question.page, limit: question.limit, total };
  }

  /** A page of the core-node definitions of the whole catalogue. */
  async listCoreNodes(question: CoreNodeListQuestion): Promise<Page<CoreNodeRecord>> {
    const found = await this.#lists.get({ list: 'core-nodes', ...question }, () => this.coreNodeLists.list(question));
    return { ...found, page: question.page, limit: question.limit };
  }

  /** A page of the core-node definitions of one version. */
  async coreNodesOfVersion(versionId: string, page: number, limit: number): Promise<Page<CoreNodeRecord>> {
    const found = await this.#lists.get({ list: 'core-nodes-of', versionId, page, limit }, () =>
      this.coreNodeLists.ofVersion(versionId, page, limit),
    );
    return { ...found, page, limit };
  }

  /** Reads what answers without a wait stand on. */
  async start(): Promise<void> {
    await Promise.all([this.#nodeIndex?.start(), this.#dictionary.refresh()]);
  }

  /** The first versions of nodes. */
  firstVersions(first: FirstVersions): NestedList<Slice<NodeVersionRecord>> {
    const name = `versions ${first.statuses.join()} ${first.first} ${first.after?.join() ?? ''} ${namesOf(first.fields)}`;
    return new NestedList(this.#versionsOfNodes, name, NOTHING, (ids) => this.versionLists.slices(ids, first));
  }

  /** How many versions nodes have in the given states. */
  versionCounts(statuses: readonly NodeVersionStatus[]): NestedList<number> {
    return new NestedList(this.#versionsOfNodes, `version count ${statuses.join()}`, 0, (ids) =>
      this.versionLists.counts(ids, statuses),
    );
  }

  /** The first core-node definitions of versions, by name, after a name. */
  coreNodeSlices(first: number, after: string | undefined): NestedList<Slice<CoreNodeRecord>> {
    return new NestedList(this.#coreNodesOfVersions, `core-nodes ${first} ${after ?? ''}`, NOTHING, (ids) =>
      this.coreNodeLists.slices(ids, first, after),
    );
  }

  /** How many core-node definitions versions have. */
  coreNodeCounts(): NestedList<number> {
    return new NestedList(this.#coreNodesOfVersions, 'core-node count', 0, (ids) => this.coreNodeLists.counts(ids));
  }

  /** The ids of the first Active nodes of publishers after an id. */
  nodeSlices(first: number, after: string | undefined): NestedList<Slice<string>> {
    return new NestedList(this.#nodesOfPublishers, `nodes ${first} ${after ?? ''}`, NOTHING, (ids) =>
      this.publisherLists.nodeSlices(ids, first, after),
    );
  }

  /** How many Active nodes publishers have. */
  nodeCounts(): NestedList<number> {
    return new NestedList(this.#nodesOfPublishers, 'node count', 0, (ids) => this.publisherLists.nodeCounts(ids));
  }

  /** The translations of nodes, the publisher's before the community's; one statement for all nodes. */
  async translations(nodeIds: readonly string[]): Promise<Map<string, TranslationRecord[]>> {
    const rows = await this.database.query<TranslationRecord>(
      `select node_id as "nodeId", language, fields, source, updated_at as "updatedAt" from node_translations
       where node_id = any($1::text[]) order by language collate "C", source desc`,
      [nodeIds],
    );
    const found = new Map<string, TranslationRecord[]>();
    for (const row of rows) found.set(row.nodeId, [...(found.get(row.nodeId) ?? []), toTranslation(row)]);
    return found;
  }

  /** A node that the index does not know: it is placed as it comes. */
  #placed(id: string): ListedNode {
    const foldedId = foldNodeId(id);
    let place = this.#places.get(foldedId);
    if (place === undefined) this.#places.set(foldedId, (place = this.#places.size));
    return { id, foldedId, place };
  }

  #nodePage(
    foldedIds: readonly string[],
    total: number,
    { page, limit }: NodeListQuestion,
    options: ReadOptions,
  ): MaybePromise<Page<NodeRecord>> {
    for (const id of foldedIds) options.reads?.add('node', id);
    return whenThere(this.nodes.many(foldedIds, options), (records) => ({
      items: present(records),
      page,
      limit,
      total,
    }));
  }

  async #wholePage(question: NodeListQuestion, { found }: ReadOptions, fields: PageFields): Promise<Page<NodeRecord>> {
    const { nodes, publishers, versions, firstVersions, total } = await this.#nodeLists.listWhole(question, fields);
    const { first } = fields;
    found?.({
      publishers,
      versions,
      ...(first ? { firstVersions: [this.firstVersions(first).name, firstVersions] } : {}),
    });
    return { items: nodes, page: question.page, limit: question.limit, total };
  }

  async #nodesByFoldedId(keys: readonly string[]): Promise<Map<string, NodeRecord>> {
    const rows = await this.database.lists(
      `select ${nodeRecord('n')} from nodes n where n.folded_id = any($1::text[])`,
      [keys],
    );
    return new Map(rows.map(([record]) => toNode(record as string)).map((node) => [foldNodeId(node.id), node]));
  }

  async #versionsById(ids: readonly string[]): Promise<Map<string, NodeVersionRecord>> {
    const rows = await this.database.lists(
      `select ${versionRecord('v')} from node_versions v where v.id = any($1::uuid[])`,
      [ids],
    );
    return new Map(
      rows.map(([record]) => toVersion(record as string, this.publicUrl)).map((version) => [version.id, version]),
    );
  }

  async #publishersById(ids: readonly string[]): Promise<Map<string, PublisherRecord>> {
    const rows = await this.database.lists(
      `select p.record from publishers p where p.id = any($1::text[]) and p.deleted_at is null`,
      [ids],
    );
    return new Map(rows.map(([record]) => toPublisher(record as string)).map((publisher) => [publisher.id, publisher]));
  }

  #evict(changes: readonly ChangeRow[] | undefined): void {
    if (!changes) {
      for (const store of [
        this.nodes,
        this.versions,
        this.publishers,
        this.#versionsOfNodes,
        this.#coreNodesOfVersions,
        this.#nodesOfPublishers,
      ])
        store.clear();
      return;
    }
    const stores = {
      node: this.nodes,
      publisher: this.publishers,
      version: this.versions,
      versionsOfNode: this.#versionsOfNodes,
      coreNodesOfVersion: this.#coreNodesOfVersions,
    };
    for (const change of changes) {
      for (const [kind, key] of touchedBy(change)) stores[kind].evict(key);
      // Whose it was before is not known here.
      if (change.kind === 'node') this.#nodesOfPublishers.clear();
    }
  }
}

const knownNames = new WeakMap<ReadonlySet<string>, string>();

/** The names of fields in one order, whoever asked for them in which. */
function namesOf(fields: ReadonlySet<string>): string {
  let names = knownNames.get(fields);
  if (names === undefined) knownNames.set(fields, (names = [...fields].sort().join()));
  return names;
}

const NOTHING = { items: [], hasMore: false };

function present<T>(records: readonly (T | undefined)[]): T[] {
  return records.filter((record) => record !== undefined);
}
