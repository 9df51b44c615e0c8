import DataLoader from 'dataloader';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { CoreNodeRecord, MemberRecord, NodeRecord, NodeVersionRecord, PublisherRecord, Slice, TranslationRecord } from '../catalogue/records.js';
import type { PublisherService } from '../services/publisher.service.js';
import type { VersionService } from '../services/version.service.js';
import type { Standing } from '../policy/actions.js';
import type { Viewer } from '../policy/viewer.js';
import { foldNodeId } from '../values/node-id.js';
import type { NodeVersionStatus } from '../values/states.js';

const batched = <V>(load: (keys: readonly string[]) => Promise<readonly V[]>): DataLoader<string, V> => new DataLoader(load);

const fromMap = <V>(load: (keys: readonly string[]) => Promise<Map<string, V>>, absent: V): DataLoader<string, V> =>
  batched(async (keys) => {
    const found = await load(keys);
    return keys.map((key) => found.get(key) ?? absent);
  });

const present = <T>(items: readonly (T | undefined)[]): T[] => items.filter((item) => item !== undefined);

const NOTHING = { items: [], hasMore: false };

/** The batch readers of one request: what many nested fields ask for one by one is read at once. */
export class Loaders {
  readonly node: DataLoader<string, NodeRecord | undefined>;
  readonly publisher: DataLoader<string, PublisherRecord | undefined>;
  readonly version: DataLoader<string, NodeVersionRecord | undefined>;
  readonly members: DataLoader<string, readonly MemberRecord[]>;
  readonly translations: DataLoader<string, readonly TranslationRecord[]>;
  /** The viewer's part in a publisher; undefined where there is no such publisher. */
  readonly standing: DataLoader<string, Standing | undefined>;
  /** The reason of a version's status, where the viewer may read it. */
  readonly statusReason: DataLoader<NodeVersionRecord, string | null>;
  /** Set where the caller asked to read past every cache; holds for the whole request. */
  fresh = false;
  /** Nested lists have arguments: one loader for each combination of them. */
  readonly #byArguments = new Map<string, DataLoader<string, unknown>>();

  constructor(
    private readonly catalogue: Catalogue,
    publishers: PublisherService,
    versions: VersionService,
    viewer: () => Promise<Viewer>,
  ) {
    this.node = new DataLoader((ids: readonly string[]) => catalogue.nodes.many(ids.map(foldNodeId), this), { cacheKeyFn: foldNodeId });
    this.publisher = batched((ids) => catalogue.publishers.many(ids, this));
    this.version = batched((ids) => catalogue.versions.many(ids, this));
    this.members = fromMap(async (ids) => publishers.members(await viewer(), ids), [] as readonly MemberRecord[]);
    this.standing = fromMap(async (ids) => publishers.standings(await viewer(), present(await catalogue.publishers.many(ids, this))), undefined as Standing | undefined);
    this.statusReason = new DataLoader(async (asked: readonly NodeVersionRecord[]) => {
      const readable = await versions.withReadableReason(await viewer(), asked);
      return asked.map(({ id, statusReason }) => (readable.has(id) ? statusReason : null));
    });
    this.translations = fromMap((ids) => catalogue.translations(ids), [] as readonly TranslationRecord[]);
  }

  /** The first versions of a node in the given states, highest first, after a place in that order. */
  versions(statuses: readonly NodeVersionStatus[], first: number, after: readonly string[] | undefined): DataLoader<string, Slice<NodeVersionRecord>> {
    return this.#with(['versions', statuses, first, after], (ids) => this.catalogue.versionLists.slices(ids, statuses, first, after), NOTHING);
  }

  /** How many versions of a node are in the given states. */
  versionCount(statuses: readonly NodeVersionStatus[]): DataLoader<string, number> {
    return this.#with(['version count', statuses], (ids) => this.catalogue.versionLists.counts(ids, statuses), 0);
  }

  /** The first core-node definitions of a version, by name, after a name. */
  coreNodes(first: number, after: string | undefined): DataLoader<string, Slice<CoreNodeRecord>> {
    return this.#with(['core-nodes', first, after], (ids) => this.catalogue.coreNodeLists.slices(ids, first, after), NOTHING);
  }

  /** How many core-node definitions a version has. */
  coreNodeCount(): DataLoader<string, number> {
    return this.#with(['core-node count'], (ids) => this.catalogue.coreNodeLists.counts(ids), 0);
  }

  /** The ids of the first Active nodes of a publisher after an id. */
  nodesOfPublisher(first: number, after: string | undefined): DataLoader<string, Slice<string>> {
    return this.#with(['nodes', first, after], (ids) => this.catalogue.publisherLists.nodeSlices(ids, first, after), NOTHING);
  }

  /** How many Active nodes a publisher has. */
  nodeCount(): DataLoader<string, number> {
    return this.#with(['node count'], (ids) => this.catalogue.publisherLists.nodeCounts(ids), 0);
  }

  #with<V>(key: readonly unknown[], load: (ids: readonly string[]) => Promise<Map<string, V>>, absent: V): DataLoader<string, V> {
    const name = JSON.stringify(key);
    let loader = this.#byArguments.get(name) as DataLoader<string, V> | undefined;
    if (!loader) this.#byArguments.set(name, (loader = fromMap(load, absent)) as DataLoader<string, unknown>);
    return loader;
  }
}
