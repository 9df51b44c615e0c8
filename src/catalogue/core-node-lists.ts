import type { SqlRunner } from '../db/database.js';
import { NestedList, type NestedListCache } from './nested-list.js';
import { BEST_PROVIDER_FIRST, nodeOrder } from './node-order.js';
import { type CoreNodeRecord, EMPTY_SLICE, type Page, type Slice, sliceOf } from './records.js';
import { CORE_NODE_COLUMNS, toCoreNode } from './rows.js';
import { Parameters } from './sql.js';
import { PLANNED_CORE_NODE, PUBLIC_NODE, PUBLIC_VERSION } from './visibility.js';

/** The conditions of a list of core-node definitions of the whole catalogue, and the requested page. */
export interface CoreNodeListQuestion {
  readonly nodeId?: string;
  readonly nodeVersion?: string;
  readonly name?: string;
  readonly page: number;
  readonly limit: number;
}

type Row = CoreNodeRecord & { total: number | null };

/** Reads core-node definitions. Each method takes one statement. */
export class CoreNodeLists {
  constructor(
    private readonly database: SqlRunner,
    private readonly ofVersions: NestedListCache,
  ) {}

  /**
   * Endpoint 13: the definitions of the `core_nodes_version_id` of each Active node (see `refreshLatestVersions`), or
   * of the requested version number. With `nodeId` the node may have any status: the caller checks that the viewer may
   * read it.
   */
  async list(question: CoreNodeListQuestion): Promise<Page<CoreNodeRecord>> {
    const parameters = new Parameters();
    const picked =
      question.nodeVersion === undefined
        ? 'n.core_nodes_version_id = v.id'
        : `v.node_id = n.id and ${PUBLIC_VERSION.sql('v')} and v.version = ${parameters.add(question.nodeVersion, 'text')}`;
    const conditions = [
      question.nodeId === undefined ? PUBLIC_NODE.sql('n') : `n.id = ${parameters.add(question.nodeId, 'text')}`,
    ];
    if (question.name !== undefined) conditions.push(`c.name = ${parameters.add(question.name, 'text')}`);
    const from = `nodes n join node_versions v on ${picked} join core_nodes c on c.version_id = v.id where ${conditions.join(' and ')}`;
    return this.#page(from, 'c.name collate "C", n.id collate "C"', question, parameters);
  }

  /** Endpoint 14: the definitions of one version, by name. */
  async ofVersion(versionId: string, page: number, limit: number): Promise<Page<CoreNodeRecord>> {
    const parameters = new Parameters();
    const from = `core_nodes c join node_versions v on v.id = c.version_id where c.version_id = ${parameters.add(versionId, 'uuid')}`;
    return this.#page(from, 'c.name collate "C"', { page, limit }, parameters);
  }

  /** The first definitions of each version, by name, after the name `after`. */
  slices(first: number, after: string | undefined): NestedList<Slice<CoreNodeRecord>> {
    return new NestedList(this.ofVersions, `core-nodes ${first} ${after ?? ''}`, EMPTY_SLICE, async (versionIds) => {
      const rows = await this.database.query<CoreNodeRecord>(
        `select ${CORE_NODE_COLUMNS} from unnest($1::uuid[]) as asked(id)
         cross join lateral (
           select c.* from core_nodes c where c.version_id = asked.id and ($2::text is null or c.name collate "C" > $2::text) order by c.name collate "C" limit $3::int
         ) c join node_versions v on v.id = c.version_id order by c.name collate "C"`,
        [versionIds, after ?? null, first + 1],
      );
      const found = Map.groupBy(rows.map(toCoreNode), ({ nodeVersionId }) => nodeVersionId);
      return new Map([...found].map(([id, items]) => [id, sliceOf(items, first)]));
    });
  }

  /** The number of definitions of each version. */
  counts(): NestedList<number> {
    return new NestedList(this.ofVersions, 'core-node count', 0, async (versionIds) => {
      const rows = await this.database.query<{ id: string; total: number }>(
        `select version_id as id, count(*)::int as total from core_nodes where version_id = any($1::uuid[]) group by version_id`,
        [versionIds],
      );
      return new Map(rows.map((row) => [row.id, row.total]));
    });
  }

  /** The names of the definitions of each version that plans may choose. */
  plannedNames(): NestedList<readonly string[]> {
    return new NestedList(this.ofVersions, 'planned names', [], async (versionIds) => {
      const rows = await this.database.query<{ id: string; names: string }>(
        `select c.version_id as id, json_agg(c.name)::text as names from core_nodes c
         where c.version_id = any($1::uuid[]) and ${PLANNED_CORE_NODE.sql('c')} group by c.version_id`,
        [versionIds],
      );
      return new Map(rows.map(({ id, names }) => [id, JSON.parse(names) as string[]]));
    });
  }

  /** The definition of a name in one version. */
  async byName(versionId: string, name: string): Promise<CoreNodeRecord | undefined> {
    const [row] = await this.database.query<CoreNodeRecord>(
      `select ${CORE_NODE_COLUMNS} from core_nodes c join node_versions v on v.id = c.version_id where c.version_id = $1::uuid and c.name = $2::text`,
      [versionId, name],
    );
    return row && toCoreNode(row);
  }

  /**
   * The definition of a name in the first public node that provides it: a node that the name is reserved for, then in
   * the order of `BEST_PROVIDER_FIRST`.
   */
  async best(name: string): Promise<CoreNodeRecord | undefined> {
    const [row] = await this.database.query<CoreNodeRecord>(
      `select ${CORE_NODE_COLUMNS} from core_nodes c join node_versions v on v.id = c.version_id join nodes n on n.core_nodes_version_id = v.id
       where c.name = $1::text and ${PUBLIC_NODE.sql('n')}
       order by ($1::text = any(n.preempted_core_node_names)) desc, ${nodeOrder(BEST_PROVIDER_FIRST)} limit 1`,
      [name],
    );
    return row && toCoreNode(row);
  }

  async #page(
    from: string,
    order: string,
    { page, limit }: { page: number; limit: number },
    parameters: Parameters,
  ): Promise<Page<CoreNodeRecord>> {
    const take = parameters.add(limit, 'int');
    const skip = parameters.add((page - 1) * limit, 'bigint');
    const rows = await this.database.query<Row>(
      `with counted as (select count(*)::int as total from ${from}),
            paged as (select ${CORE_NODE_COLUMNS} from ${from} order by ${order} limit ${take} offset ${skip})
       select paged.*, counted.total from counted left join paged on true`,
      parameters.values,
    );
    const items = rows.filter((row) => row.coreNodeName !== null).map(({ total: _, ...row }) => toCoreNode(row));
    return { items, page, limit, total: rows[0]!.total! };
  }
}
