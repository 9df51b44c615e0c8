import type { NodeVersionStatus } from '../values/states.js';
import type { CoreNodeLists } from './core-node-lists.js';
import { NestedList } from './nested-list.js';
import type { PublisherLists } from './publisher-lists.js';
import type { RecordCaches } from './record-caches.js';
import type { CoreNodeRecord, NodeVersionRecord, Slice } from './records.js';
import { type FirstVersions, PLANNED_VERSIONS, type VersionLists } from './version-lists.js';

const EMPTY_SLICE = { items: [], hasMore: false };

/** The lists of items of each node, version or publisher. */
export class NestedLists {
  constructor(
    private readonly caches: Pick<RecordCaches, 'versionsOfNodes' | 'coreNodesOfVersions' | 'nodesOfPublishers'>,
    private readonly versionLists: VersionLists,
    private readonly coreNodeLists: CoreNodeLists,
    private readonly publisherLists: PublisherLists,
  ) {}

  /** The first versions of each node. */
  firstVersions(first: FirstVersions): NestedList<Slice<NodeVersionRecord>> {
    const name = `versions ${first.statuses.join()} ${first.first} ${first.after?.join() ?? ''}`;
    return new NestedList(this.caches.versionsOfNodes, name, EMPTY_SLICE, (ids) =>
      this.versionLists.slices(ids, first),
    );
  }

  /** The highest versions of each node: Active ones that plans choose from, and Flagged ones that plans warn about. */
  plannedVersions(): NestedList<Slice<NodeVersionRecord>> {
    return new NestedList(this.caches.versionsOfNodes, 'planned versions', EMPTY_SLICE, (ids) =>
      this.versionLists.slices(ids, PLANNED_VERSIONS),
    );
  }

  /** The names of the core-nodes of each version that plans may choose. */
  plannedNames(): NestedList<readonly string[]> {
    return new NestedList(this.caches.coreNodesOfVersions, 'planned names', [], (ids) =>
      this.coreNodeLists.plannedNames(ids),
    );
  }

  /** The number of versions of each node with one of the statuses. */
  versionCounts(statuses: readonly NodeVersionStatus[]): NestedList<number> {
    return new NestedList(this.caches.versionsOfNodes, `version count ${statuses.join()}`, 0, (ids) =>
      this.versionLists.counts(ids, statuses),
    );
  }

  /** The first core-node definitions of each version, sorted by name, after the name `after`. */
  coreNodeSlices(first: number, after: string | undefined): NestedList<Slice<CoreNodeRecord>> {
    return new NestedList(this.caches.coreNodesOfVersions, `core-nodes ${first} ${after ?? ''}`, EMPTY_SLICE, (ids) =>
      this.coreNodeLists.slices(ids, first, after),
    );
  }

  /** The number of core-node definitions of each version. */
  coreNodeCounts(): NestedList<number> {
    return new NestedList(this.caches.coreNodesOfVersions, 'core-node count', 0, (ids) =>
      this.coreNodeLists.counts(ids),
    );
  }

  /** The ids of the first Active nodes of each publisher, after the id `after`. */
  nodeSlices(first: number, after: string | undefined): NestedList<Slice<string>> {
    return new NestedList(this.caches.nodesOfPublishers, `nodes ${first} ${after ?? ''}`, EMPTY_SLICE, (ids) =>
      this.publisherLists.nodeSlices(ids, first, after),
    );
  }

  /** The number of Active nodes of each publisher. */
  nodeCounts(): NestedList<number> {
    return new NestedList(this.caches.nodesOfPublishers, 'node count', 0, (ids) => this.publisherLists.nodeCounts(ids));
  }
}
