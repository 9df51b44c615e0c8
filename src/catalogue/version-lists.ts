import type { ListRunner } from '../db/database.js';
import type { NodeVersionStatus } from '../values/states.js';
import type { NodeVersionRecord, Slice } from './records.js';
import { besideOthers, narrowed, toVersion, VERSION_COLUMNS, withDownload } from './rows.js';

/** Which versions of all nodes, and which page of them. */
export interface VersionListQuestion {
  readonly statuses: readonly NodeVersionStatus[];
  readonly nodeId?: string;
  readonly page: number;
  readonly limit: number;
}

/** Reads the versions of nodes, highest first, one statement for all nodes. */
export class VersionLists {
  constructor(
    private readonly database: ListRunner,
    private readonly publicUrl: string,
  ) {}

  /**
   * The first versions of each node in the given states, after a place in the order.
   * @param after precedence and id of the version to go on after
   * @param fields the fields that are needed
   */
  async slices(
    nodeIds: readonly string[],
    statuses: readonly NodeVersionStatus[],
    first: number,
    after: readonly string[] | undefined,
    fields: ReadonlySet<string>,
  ): Promise<Map<string, Slice<NodeVersionRecord>>> {
    const { columns, take } = besideOthers(narrowed(VERSION_COLUMNS, fields));
    const rows = await this.database.lists(
      `select ${columns} from unnest($1::text[]) as asked(id)
       cross join lateral (
         select * from node_versions w where w.node_id = asked.id and w.status = any($2::text[])
           and ($3::text is null or w.precedence < $3::text collate "C" or (w.precedence = $3::text collate "C" and w.id > $4::uuid))
         order by w.precedence desc, w.id limit $5::int
       ) v order by v.precedence desc, v.id`,
      [nodeIds, statuses, after?.[0] ?? null, after?.[1] ?? null, first + 1],
    );
    const slices = new Map<string, NodeVersionRecord[]>(nodeIds.map((id) => [id, []]));
    for (const row of rows) {
      const record = take(row, 0) as NodeVersionRecord;
      slices.get(record.nodeId)?.push(withDownload(record, this.publicUrl));
    }
    return new Map([...slices].map(([id, items]) => [id, { items: items.slice(0, first), hasMore: items.length > first }]));
  }

  /** How many versions each node has in the given states; one statement for all nodes. */
  async counts(nodeIds: readonly string[], statuses: readonly NodeVersionStatus[]): Promise<Map<string, number>> {
    const rows = await this.database.query<{ id: string; total: number }>(
      `select node_id as id, count(*)::int as total from node_versions where node_id = any($1::text[]) and status = any($2::text[]) group by node_id`,
      [nodeIds, statuses],
    );
    return new Map(rows.map((row) => [row.id, row.total]));
  }

  /** All versions of a node in the given states, highest first. */
  async all(nodeId: string, statuses: readonly NodeVersionStatus[]): Promise<NodeVersionRecord[]> {
    const rows = await this.database.query<NodeVersionRecord>(
      `select ${VERSION_COLUMNS} from node_versions v where v.node_id = $1::text and v.status = any($2::text[]) order by v.precedence desc, v.id`,
      [nodeId, statuses],
    );
    return rows.map((row) => toVersion(row, this.publicUrl));
  }

  /** A page of the ids of versions of all Active nodes, newest first; both in one statement. */
  async list({ statuses, nodeId, page, limit }: VersionListQuestion): Promise<{ ids: string[]; total: number }> {
    const where = `v.status = any($1::text[]) and ($2::text is null or v.node_id = $2::text) and exists (select 1 from nodes n where n.id = v.node_id and n.status = 'NodeStatusActive')`;
    const [row] = await this.database.query<{ ids: string[]; total: number }>(
      `select array(select v.id from node_versions v where ${where} order by v.created_at desc, v.id limit $3::int offset $4::bigint) as ids,
              (select count(*)::int from node_versions v where ${where}) as total`,
      [statuses, nodeId ?? null, limit, (page - 1) * limit],
    );
    return row!;
  }

  /** The versions of these nodes by their numbers, in the order asked; undefined where there is none. One statement. */
  async byNumbers(refs: readonly { readonly nodeId: string; readonly version: string }[]): Promise<(NodeVersionRecord | undefined)[]> {
    const rows = await this.database.query<NodeVersionRecord>(
      `select ${VERSION_COLUMNS} from node_versions v join (select distinct node_id, version from unnest($1::text[], $2::text[]) as r(node_id, version)) asked
         on asked.node_id = v.node_id and asked.version = v.version`,
      [refs.map(({ nodeId }) => nodeId), refs.map(({ version }) => version)],
    );
    const found = new Map(rows.map((row) => [`${row.nodeId}@${row.version}`, toVersion(row, this.publicUrl)]));
    return refs.map(({ nodeId, version }) => found.get(`${nodeId}@${version}`));
  }

  /** The version of a node by its number, whatever its status. */
  async byNumber(nodeId: string, version: string): Promise<NodeVersionRecord | undefined> {
    const [row] = await this.database.query<NodeVersionRecord>(`select ${VERSION_COLUMNS} from node_versions v where v.node_id = $1 and v.version = $2`, [nodeId, version]);
    return row && toVersion(row, this.publicUrl);
  }
}
