import DataLoader from 'dataloader';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { ReadKind, Reads } from '../catalogue/read-set.js';
import type { NestedList } from '../catalogue/nested-list.js';
import type { FirstVersions } from '../catalogue/version-lists.js';
import type {
  CoreNodeRecord,
  MemberRecord,
  NodeRecord,
  NodeVersionRecord,
  PublisherRecord,
  Slice,
  TranslationRecord,
} from '../catalogue/records.js';
import type { PublisherService } from '../services/publisher.service.js';
import type { VersionService } from '../services/version.service.js';
import type { Standing } from '../policy/actions.js';
import type { Viewer } from '../policy/viewer.js';
import type { MaybePromise } from '../values/maybe-promise.js';
import { foldNodeId } from '../values/node-id.js';
import type { NodeVersionStatus } from '../values/states.js';

const batched = <K, V>(load: (keys: readonly K[]) => MaybePromise<readonly V[]>): DataLoader<K, V> =>
  new DataLoader(async (keys: readonly K[]) => load(keys));

const fromMap = <V>(load: (keys: readonly string[]) => Promise<Map<string, V>>, absent: V): DataLoader<string, V> =>
  batched(async (keys: readonly string[]) => {
    const found = await load(keys);
    return keys.map((key) => found.get(key) ?? absent);
  });

const present = <T>(items: readonly (T | undefined)[]): T[] => items.filter((item) => item !== undefined);

/**
 * What the readers of one request share: the batches, which hold what was asked for since the last turn of the event
 * loop.
 */
class Batches {
  readonly node: DataLoader<string, NodeRecord | undefined>;
  readonly publisher: DataLoader<string, PublisherRecord | undefined>;
  readonly version: DataLoader<string, NodeVersionRecord | undefined>;
  readonly members: DataLoader<string, readonly MemberRecord[]>;
  readonly translations: DataLoader<string, readonly TranslationRecord[]>;
  readonly standing: DataLoader<string, Standing | undefined>;
  readonly statusReason: DataLoader<NodeVersionRecord, string | null>;
  /** Nested lists have arguments: one loader for each combination of them. */
  readonly #byList = new Map<string, DataLoader<string, unknown>>();

  constructor(
    readonly catalogue: Catalogue,
    publishers: PublisherService,
    versions: VersionService,
    viewer: () => Promise<Viewer>,
  ) {
    this.node = batched((foldedIds: readonly string[]) => catalogue.nodes.many(foldedIds));
    this.publisher = batched((ids: readonly string[]) => catalogue.publishers.many(ids));
    this.version = batched((ids: readonly string[]) => catalogue.versions.many(ids));
    this.members = fromMap(async (ids) => publishers.members(await viewer(), ids), [] as readonly MemberRecord[]);
    this.standing = fromMap(
      async (ids) => publishers.standings(await viewer(), present(await catalogue.publishers.many(ids))),
      undefined as Standing | undefined,
    );
    this.statusReason = batched(async (asked: readonly NodeVersionRecord[]) => {
      const readable = await versions.withReadableReason(await viewer(), asked);
      return asked.map(({ id, statusReason }) => (readable.has(id) ? statusReason : null));
    });
    this.translations = fromMap((ids) => catalogue.translations(ids), [] as readonly TranslationRecord[]);
  }

  /** What an owner has in a nested list. */
  ofList<V extends NonNullable<unknown>>(owner: string, list: NestedList<V>): Promise<V> {
    let loader = this.#byList.get(list.name) as DataLoader<string, V> | undefined;
    if (!loader)
      this.#byList.set(
        list.name,
        (loader = batched((owners: readonly string[]) => list.many(owners))) as DataLoader<string, unknown>,
      );
    return loader.load(owner);
  }
}

/**
 * The batch readers of one request: what many nested fields ask for one by one is read at once. What is in memory is
 * given at once, without a turn of the event loop for each field.
 */
export class Loaders {
  /** Told what the answer is made of, where somebody wants to know. */
  reads: Reads | undefined;

  private constructor(private readonly batches: Batches) {}

  /** The readers of a request. */
  static of(
    catalogue: Catalogue,
    publishers: PublisherService,
    versions: VersionService,
    viewer: () => Promise<Viewer>,
  ): Loaders {
    return new Loaders(new Batches(catalogue, publishers, versions, viewer));
  }

  get members(): DataLoader<string, readonly MemberRecord[]> {
    return this.batches.members;
  }

  get translations(): DataLoader<string, readonly TranslationRecord[]> {
    return this.batches.translations;
  }

  /** The viewer's part in a publisher; undefined where there is no such publisher. */
  get standing(): DataLoader<string, Standing | undefined> {
    return this.batches.standing;
  }

  /** The reason of a version's status, where the viewer may read it. */
  get statusReason(): DataLoader<NodeVersionRecord, string | null> {
    return this.batches.statusReason;
  }

  /** The node of this id, in whatever spelling, whatever its status. */
  node(id: string): MaybePromise<NodeRecord | undefined> {
    const foldedId = foldNodeId(id);
    this.reads?.add('node', foldedId);
    return this.batches.catalogue.nodes.peek(foldedId) ?? this.batches.node.load(foldedId);
  }

  /** The publisher of this id. */
  publisher(id: string): MaybePromise<PublisherRecord | undefined> {
    this.reads?.add('publisher', id);
    return this.batches.catalogue.publishers.peek(id) ?? this.batches.publisher.load(id);
  }

  /** The version of this id, whatever its status. */
  version(id: string): MaybePromise<NodeVersionRecord | undefined> {
    this.reads?.add('version', id);
    return this.batches.catalogue.versions.peek(id) ?? this.batches.version.load(id);
  }

  /** The first versions of a node. */
  versions(nodeId: string, first: FirstVersions): MaybePromise<Slice<NodeVersionRecord>> {
    return this.#of('versionsOfNode', nodeId, this.batches.catalogue.firstVersions(first));
  }

  /** How many versions of a node are in the given states. */
  versionCount(nodeId: string, statuses: readonly NodeVersionStatus[]): MaybePromise<number> {
    return this.#of('versionsOfNode', nodeId, this.batches.catalogue.versionCounts(statuses));
  }

  /** The first core-node definitions of a version, by name, after a name. */
  coreNodes(versionId: string, first: number, after: string | undefined): MaybePromise<Slice<CoreNodeRecord>> {
    return this.#of('coreNodesOfVersion', versionId, this.batches.catalogue.coreNodeSlices(first, after));
  }

  /** How many core-node definitions a version has. */
  coreNodeCount(versionId: string): MaybePromise<number> {
    return this.#of('coreNodesOfVersion', versionId, this.batches.catalogue.coreNodeCounts());
  }

  /** The ids of the first Active nodes of a publisher after an id. */
  nodesOfPublisher(publisherId: string, first: number, after: string | undefined): MaybePromise<Slice<string>> {
    return this.#of(undefined, publisherId, this.batches.catalogue.nodeSlices(first, after));
  }

  /** How many Active nodes a publisher has. */
  nodeCount(publisherId: string): MaybePromise<number> {
    return this.#of(undefined, publisherId, this.batches.catalogue.nodeCounts());
  }

  #of<V extends NonNullable<unknown>>(kind: ReadKind | undefined, owner: string, list: NestedList<V>): MaybePromise<V> {
    if (kind) this.reads?.add(kind, owner);
    else this.reads?.giveUp();
    const known = list.peek(owner);
    if (known !== undefined) return known as V;
    return this.batches.ofList(owner, list);
  }
}
