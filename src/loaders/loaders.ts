import DataLoader from 'dataloader';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { ReadSet } from '../catalogue/read-set.js';
import type { NestedList } from '../catalogue/nested-list.js';
import { present } from '../catalogue/record-caches.js';
import type {
  MemberRecord,
  NodeRecord,
  NodeVersionRecord,
  PublisherRecord,
  TranslationRecord,
} from '../catalogue/records.js';
import type { AccountRecord, AccountService } from '../services/account.service.js';
import type { CheckReport, FindingService } from '../services/finding.service.js';
import type { FindingCounts } from '../services/findings.js';
import type { PublisherService } from '../services/publisher.service.js';
import type { VersionService } from '../services/version.service.js';
import type { Standing } from '../policy/actions.js';
import type { Viewer } from '../policy/viewer.js';
import type { MaybePromise } from '../values/maybe-promise.js';
import { foldNodeId } from '../values/node-id.js';

const batched = <K, V>(load: (keys: readonly K[]) => MaybePromise<readonly V[]>): DataLoader<K, V> =>
  new DataLoader(async (keys: readonly K[]) => load(keys));

const fromMap = <V>(load: (keys: readonly string[]) => Promise<Map<string, V>>, absent: V): DataLoader<string, V> =>
  batched(async (keys: readonly string[]) => {
    const found = await load(keys);
    return keys.map((key) => found.get(key) ?? absent);
  });

/**
 * The data loaders of one request. A cached record is returned without waiting. Records that are not cached are loaded
 * in batches: one for all loads in the same turn of the event loop.
 */
export class Loaders {
  /** Receives the dependencies of the response, if they are tracked. */
  reads: ReadSet | undefined;
  readonly members: DataLoader<string, readonly MemberRecord[]>;
  /** The account of a user; `null` if the viewer may not read it. */
  readonly account: DataLoader<string, AccountRecord | null>;
  readonly translations: DataLoader<string, readonly TranslationRecord[]>;
  /** Number of reviews, by node id. */
  readonly reviewCount: DataLoader<string, number>;
  /** The standing of the viewer in a publisher, by publisher id; `undefined` if the publisher does not exist. */
  readonly standing: DataLoader<string, Standing | undefined>;
  /** The reason of a version's status; `null` if the viewer may not read it. */
  readonly statusReason: DataLoader<NodeVersionRecord, string | null>;
  /** Number of findings per level, by version id. */
  readonly findingCounts: DataLoader<string, FindingCounts>;
  /** The findings of a version; `null` if the viewer may not read them. */
  readonly checkReport: DataLoader<NodeVersionRecord, CheckReport | null>;
  readonly #node = batched((foldedIds: readonly string[]) => this.catalogue.nodes.many(foldedIds));
  readonly #publisher = batched((ids: readonly string[]) => this.catalogue.publishers.many(ids));
  readonly #version = batched((ids: readonly string[]) => this.catalogue.versions.many(ids));
  /** Loaders of nested lists: one for each list and combination of its arguments. */
  readonly #lists = new Map<string, DataLoader<string, unknown>>();

  constructor(
    private readonly catalogue: Catalogue,
    publishers: PublisherService,
    versions: VersionService,
    findings: FindingService,
    accounts: AccountService,
    viewer: () => Promise<Viewer>,
  ) {
    this.members = fromMap(async (ids) => publishers.members(await viewer(), ids), [] as readonly MemberRecord[]);
    this.account = new DataLoader(
      async (ids) => {
        const found = await accounts.readable(await viewer(), ids);
        return ids.map((id) => found.get(id) ?? null);
      },
      // Not cached, because a later mutation of the same request may change an account.
      { cache: false },
    );
    this.standing = fromMap(
      async (ids) => publishers.standings(await viewer(), present(await catalogue.publishers.many(ids))),
      undefined as Standing | undefined,
    );
    this.statusReason = batched(async (asked: readonly NodeVersionRecord[]) => {
      const readable = await versions.withReadableDetails(
        await viewer(),
        asked.filter((version) => version.statusReason !== null),
      );
      return asked.map(({ id, statusReason }) => (readable.has(id) ? statusReason : null));
    });
    this.findingCounts = batched((ids: readonly string[]) => findings.counts(ids));
    this.checkReport = batched(async (asked: readonly NodeVersionRecord[]) => {
      const readable = await findings.readable(await viewer(), asked);
      return asked.map(({ id }) => readable.get(id) ?? null);
    });
    this.reviewCount = fromMap((ids) => catalogue.reviewCounts(ids), 0);
    this.translations = fromMap((ids) => catalogue.translations(ids), [] as readonly TranslationRecord[]);
  }

  /** The node with an id, of any status. The id may have any spelling that folds to the same id. */
  node(id: string): MaybePromise<NodeRecord | undefined> {
    const foldedId = foldNodeId(id);
    this.reads?.add('node', foldedId);
    return this.catalogue.nodes.get(foldedId) ?? this.#node.load(foldedId);
  }

  publisher(id: string): MaybePromise<PublisherRecord | undefined> {
    this.reads?.add('publisher', id);
    return this.catalogue.publishers.get(id) ?? this.#publisher.load(id);
  }

  /** The version with an id, of any status. */
  version(id: string): MaybePromise<NodeVersionRecord | undefined> {
    this.reads?.add('version', id);
    return this.catalogue.versions.get(id) ?? this.#version.load(id);
  }

  /**
   * The value of a nested list.
   * @param owner the id of the record that the list belongs to
   */
  nested<V extends NonNullable<unknown>>(list: NestedList<V>, owner: string): MaybePromise<V> {
    if (list.kind) this.reads?.add(list.kind, owner);
    else this.reads?.markUntrackable();
    return list.get(owner) ?? this.#loaderOf(list).load(owner);
  }

  #loaderOf<V extends NonNullable<unknown>>(list: NestedList<V>): DataLoader<string, V> {
    let loader = this.#lists.get(list.name) as DataLoader<string, V> | undefined;
    if (!loader) {
      loader = batched((owners: readonly string[]) => list.many(owners));
      this.#lists.set(list.name, loader as DataLoader<string, unknown>);
    }
    return loader;
  }
}
