import type { SqlRunner } from '../db/database.js';
import type { NodeVersionStatus } from '../values/states.js';
import type { NodeVersionRecord, Slice } from './records.js';
import { toVersion, VERSION_COLUMNS } from './rows.js';

/** Reads the versions of nodes, highest first, one statement for all nodes. */
export class VersionLists {
  constructor(private readonly database: SqlRunner) {}

  /**
   * The first versions of each node in the given states, after a place in the order.
   * @param after precedence and id of the version to go on after
   */
  async slices(
    nodeIds: readonly string[],
    statuses: readonly NodeVersionStatus[],
    first: number,
    after: readonly string[] | undefined,
  ): Promise<Map<string, Slice<NodeVersionRecord>>> {
    const rows = await this.database.query<NodeVersionRecord>(
      `select ${VERSION_COLUMNS} from unnest($1::text[]) as asked(id)
       cross join lateral (
         select * from node_versions w where w.node_id = asked.id and w.status = any($2::text[])
           and ($3::text is null or w.precedence < $3::text collate "C" or (w.precedence = $3::text collate "C" and w.id > $4::uuid))
         order by w.precedence desc, w.id limit $5::int
       ) v order by v.precedence desc, v.id`,
      [nodeIds, statuses, after?.[0] ?? null, after?.[1] ?? null, first + 1],
    );
    const slices = new Map<string, NodeVersionRecord[]>(nodeIds.map((id) => [id, []]));
    for (const row of rows) slices.get(row.nodeId)?.push(toVersion(row));
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

  /** The version of a node by its number, whatever its status. */
  async byNumber(nodeId: string, version: string): Promise<NodeVersionRecord | undefined> {
    const [row] = await this.database.query<NodeVersionRecord>(`select ${VERSION_COLUMNS} from node_versions v where v.node_id = $1 and v.version = $2`, [nodeId, version]);
    return row && toVersion(row);
  }
}
