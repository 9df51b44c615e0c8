import type { ListRunner } from '../db/database.js';
import { BoundedCache } from '../values/bounded-cache.js';
import { foldNodeId } from '../values/node-id.js';
import type { ListedNode } from './node-index.js';
import { isSelected, type NodeParts, type NodeSelection } from './node-shape.js';
import { type ReadKind, touchedBy } from './read-set.js';
import { EMPTY_SLICE, type NodeRecord, type NodeVersionRecord, type PublisherRecord, type Slice } from './records.js';
import type { ChangeRow } from './revision.js';
import { nodeReader, publisherReader, type RowReader, versionReader } from './rows.js';
import type { Shares } from './shares.js';
import { entrySize } from './size-of.js';
import type { VersionLists } from './version-lists.js';
import { EXISTING_PUBLISHER } from './visibility.js';

/** The values that are not `undefined`. */
export function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined);
}

const byId = <R extends { readonly id: string }>(records: readonly (R | undefined)[]): Map<string, R> =>
  new Map(present(records).map((record) => [record.id, record]));

/** Records of one kind by key. Those that are not cached are read in one statement. */
export type Records<R extends NonNullable<unknown>> = Pick<BoundedCache<string, R>, 'get' | 'many' | 'one'>;

export class RecordCaches {
  readonly nodes: BoundedCache<string, NodeRecord>;
  readonly versions: BoundedCache<string, NodeVersionRecord>;
  readonly publishers: BoundedCache<string, PublisherRecord>;

  constructor(
    database: ListRunner,
    private readonly versionLists: VersionLists,
    publicUrl: string,
    shares: Shares,
  ) {
    const records = <R extends { readonly id: string }>(
      maxBytes: number,
      reader: RowReader<R>,
      from: string,
      keyOf = (id: string): string => id,
    ): BoundedCache<string, R> => {
      const load = async (keys: readonly string[]): Promise<Map<string, R>> => {
        const rows = await database.lists(`select ${reader.json}::text from ${from}`, [keys]);
        return new Map(rows.map(([json]) => reader.parse(json)).map((record) => [keyOf(record.id), record]));
      };
      return new BoundedCache({ maxBytes, sizeOf: entrySize, load });
    };
    this.nodes = records(shares.nodes, nodeReader(), 'nodes n where n.folded_id = any($1::text[])', foldNodeId);
    this.versions = records(shares.versions, versionReader(publicUrl), 'node_versions v where v.id = any($1::uuid[])');
    this.publishers = records(
      shares.publishers,
      publisherReader(),
      `publishers p where p.id = any($1::text[]) and ${EXISTING_PUBLISHER.sql('p')}`,
    );
  }

  evict(changes: readonly ChangeRow[]): void {
    const { nodes: node, publishers: publisher, versions: version } = this;
    const caches: Partial<Record<ReadKind, { delete(key: string): unknown }>> = { node, publisher, version };
    for (const change of changes) for (const [kind, key] of touchedBy(change)) caches[kind]?.delete(key);
  }

  /**
   * The selected parts of nodes, in the order of `nodes`. Parts that are not cached take one statement per kind of
   * record.
   */
  async partsOf(
    nodes: readonly ListedNode[],
    { publisher, latest, versions: first }: NodeSelection,
  ): Promise<readonly (NodeParts | undefined)[]> {
    const records = await this.nodes.many(nodes.map(({ foldedId }) => foldedId));
    const known = present(records);
    const ids = known.map(({ id }) => id);
    const latestIds = known.map(({ latestVersionId }) => latestVersionId ?? undefined);
    const [publishers, latestVersions, slices] = await Promise.all([
      this.publishers.many(isSelected(publisher) ? known.map(({ publisherId }) => publisherId) : []),
      this.versions.many(isSelected(latest) ? present(latestIds) : []),
      first && ids.length > 0 ? this.versionLists.slices(ids, first) : new Map<string, Slice<NodeVersionRecord>>(),
    ]);
    const [publisherById, versionById] = [byId(publishers), byId(latestVersions)];
    return records.map(
      (node) =>
        node && {
          node,
          publisher: publisherById.get(node.publisherId),
          latest: versionById.get(node.latestVersionId ?? ''),
          versions: slices.get(node.id) ?? EMPTY_SLICE,
        },
    );
  }
}
