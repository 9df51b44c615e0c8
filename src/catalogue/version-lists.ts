import type { ListRunner } from '../db/database.js';
import { NodeVersionStatus } from '../values/states.js';
import { NestedList, type NestedListCache } from './nested-list.js';
import { EMPTY_SLICE, type Listing, type NodeVersionRecord, type Slice, sliceOf } from './records.js';
import { type Row, type RowReader, versionReader } from './rows.js';
import { idPage, likeLiteral, Parameters } from './sql.js';
import { HIDDEN_VERSION_STATUSES, LISTED_VERSION, PUBLIC_NODE } from './visibility.js';

/** The conditions of a list of versions of all nodes, and the requested page. */
export interface VersionListQuestion {
  readonly statuses: readonly NodeVersionStatus[];
  readonly nodeId?: string;
  /** Part of the status reason, ignoring case. */
  readonly reason?: string;
  /** Ids of the publishers whose Flagged and Deleted versions are listed. All publishers if absent. */
  readonly hiddenOf?: readonly string[];
  readonly page: number;
  readonly limit: number;
}

/** The arguments of a nested list of versions of a node, highest first. */
export interface FirstVersions {
  readonly statuses: readonly NodeVersionStatus[];
  readonly first: number;
  /** Cursor: precedence and id of a version. The list begins with the version after it. */
  readonly after?: readonly string[] | undefined;
  /** The names of the selected fields of the versions, of their edges and of `pageInfo`; all fields if absent. */
  readonly fields?: ReadonlySet<string>;
}

/** The versions that plans choose from or warn about, with the fields that plans need. */
export const PLANNED_VERSIONS: FirstVersions = {
  statuses: [NodeVersionStatus.Active, NodeVersionStatus.Flagged],
  first: 50,
  fields: new Set([
    'id',
    'version',
    'status',
    'deprecated',
    'dependencies',
    'supportedCoreuiVersion',
    'supportedCoreuiFrontendVersion',
    'supportedOs',
    'supportedAccelerators',
    'archiveSha256',
    'downloadUrl',
  ]),
};

/** The fields whose values are cursors, and the fields that a cursor is made of. */
const CURSORS = ['cursor', 'startCursor', 'endCursor'];
const OF_CURSOR = ['id', 'precedence'];

/**
 * The order of versions, the highest first. Versions that differ only in their build metadata have equal precedence;
 * the one that was published later comes first.
 */
export const highestFirst = (alias: string): string =>
  `${alias}.precedence desc, ${alias}.created_at desc, ${alias}.id`;

export class VersionLists {
  readonly #all: RowReader<NodeVersionRecord>;

  constructor(
    private readonly database: ListRunner,
    private readonly publicUrl: string,
    private readonly ofNodes: NestedListCache,
  ) {
    this.#all = versionReader(publicUrl);
  }

  /**
   * The SQL expression for the first versions of a node, as a JSON array or null, and the function that converts its
   * value. `hasMore` is false if `fields` does not contain `hasNextPage`.
   * @param nodeId the SQL expression for the id of the node
   */
  sliceOf(
    nodeId: string,
    { statuses, first, after, fields }: FirstVersions,
    parameters: Parameters,
  ): { readonly json: string; readonly read: (rows: readonly Row[] | null) => Slice<NodeVersionRecord> } {
    const needed = fields && CURSORS.some((name) => fields.has(name)) ? new Set([...fields, ...OF_CURSOR]) : fields;
    const reader = versionReader(this.publicUrl, needed, 'w');
    const count = fields && !fields.has('hasNextPage') ? first : first + 1;
    const conditions = [
      `w.node_id = ${nodeId}`,
      `w.status = any(${parameters.add(statuses, 'text[]')})`,
      LISTED_VERSION.sql('w'),
    ];
    if (after) {
      const [precedence, id] = [parameters.add(after[0], 'text'), parameters.add(after[1], 'uuid')];
      conditions.push(
        `(w.precedence < ${precedence} collate "C" or (w.precedence = ${precedence} collate "C"
           and (w.created_at, ${id}) < ((select c.created_at from node_versions c where c.id = ${id}), w.id)))`,
      );
    }
    return {
      // The aggregate keeps the order of the subquery.
      json: `(select json_agg(${reader.json}) from (
         select ${reader.columns} from node_versions w where ${conditions.join(' and ')} order by ${highestFirst('w')} limit ${parameters.add(count, 'int')}
       ) w)`,
      read: (rows) =>
        sliceOf(
          (rows ?? []).map((row) => reader.record(row)),
          first,
        ),
    };
  }

  /** The first versions of each node; one statement for all nodes. */
  async slices(nodeIds: readonly string[], first: FirstVersions): Promise<Map<string, Slice<NodeVersionRecord>>> {
    const parameters = new Parameters();
    const ids = parameters.add(nodeIds, 'text[]');
    const { json, read } = this.sliceOf('asked.id', first, parameters);
    const rows = await this.database.lists(
      `select asked.id, ${json}::text from unnest(${ids}) as asked(id)`,
      parameters.values,
    );
    return new Map(
      rows.map(([id, slice]) => [id as string, read(JSON.parse((slice ?? 'null') as string) as Row[] | null)]),
    );
  }

  first(question: FirstVersions): NestedList<Slice<NodeVersionRecord>> {
    const { statuses, first, after = [], fields = [] } = question;
    const name = `versions ${statuses.join()} ${first} ${after.join()} ${[...fields].join()}`;
    return new NestedList(this.ofNodes, name, EMPTY_SLICE, (ids) => this.slices(ids, question));
  }

  /** The number of versions of each node with one of the statuses. */
  counts(statuses: readonly NodeVersionStatus[]): NestedList<number> {
    return new NestedList(this.ofNodes, `version count ${statuses.join()}`, 0, (ids) => this.#counts(ids, statuses));
  }

  async #counts(nodeIds: readonly string[], statuses: readonly NodeVersionStatus[]): Promise<Map<string, number>> {
    const rows = await this.database.query<{ id: string; total: number }>(
      `select v.node_id as id, count(*)::int as total from node_versions v
       where v.node_id = any($1::text[]) and v.status = any($2::text[]) and ${LISTED_VERSION.sql('v')} group by v.node_id`,
      [nodeIds, statuses],
    );
    return new Map(rows.map((row) => [row.id, row.total]));
  }

  /** The versions of a node with one of the statuses, highest first: all, or one page. */
  async ofNode(
    nodeId: string,
    statuses: readonly NodeVersionStatus[],
    paging?: { readonly page: number; readonly limit: number },
  ): Promise<Listing<NodeVersionRecord>> {
    const parameters = new Parameters();
    const from = `node_versions v where v.node_id = ${parameters.add(nodeId, 'text')} and v.status = any(${parameters.add(statuses, 'text[]')}) and ${LISTED_VERSION.sql('v')}`;
    const paged = paging
      ? ` limit ${parameters.add(paging.limit, 'int')} offset ${parameters.add((paging.page - 1) * paging.limit, 'bigint')}`
      : '';
    const rows = await this.database.lists(
      `select ${this.#all.json}::text from ${from} order by ${highestFirst('v')}${paged}`,
      parameters.values,
    );
    const items = rows.map(([json]) => this.#all.parse(json));
    const isWhole = !paging || (paging.page === 1 && items.length < paging.limit);
    const total = isWhole ? items.length : ((await this.#counts([nodeId], statuses)).get(nodeId) ?? 0);
    return { items, total };
  }

  /** A page of version ids of all Active nodes, newest first, and the total; one statement. */
  list(question: VersionListQuestion): Promise<Listing<string>> {
    const { statuses, nodeId, reason, hiddenOf } = question;
    const parameters = new Parameters();
    const conditions = [`v.status = any(${parameters.add(statuses, 'text[]')})`, LISTED_VERSION.sql('v')];
    if (nodeId !== undefined) conditions.push(`v.node_id = ${parameters.add(nodeId, 'text')}`);
    if (reason !== undefined)
      conditions.push(`lower(v.status_reason) like lower(${parameters.add(`%${likeLiteral(reason)}%`, 'text')})`);
    const readable =
      hiddenOf === undefined
        ? ''
        : ` and (v.status <> all(${parameters.add(HIDDEN_VERSION_STATUSES, 'text[]')}) or n.publisher_id = any(${parameters.add(hiddenOf, 'text[]')}))`;
    conditions.push(`exists (select 1 from nodes n where n.id = v.node_id and ${PUBLIC_NODE.sql('n')}${readable})`);
    const from = `node_versions v where ${conditions.join(' and ')}`;
    return idPage(this.database, { id: 'v.id', from, order: 'v.created_at desc, v.id' }, question, parameters);
  }

  /**
   * Versions by node id and version number, in the order of `refs`; `undefined` if it does not exist. One statement.
   */
  async byNumbers(
    refs: readonly { readonly nodeId: string; readonly version: string }[],
  ): Promise<(NodeVersionRecord | undefined)[]> {
    const rows = await this.database.lists(
      `select ${this.#all.json}::text from node_versions v join (select distinct node_id, version from unnest($1::text[], $2::text[]) as r(node_id, version)) asked
         on asked.node_id = v.node_id and asked.version = v.version`,
      [refs.map(({ nodeId }) => nodeId), refs.map(({ version }) => version)],
    );
    const found = new Map(
      rows.map(([json]) => this.#all.parse(json)).map((version) => [`${version.nodeId}@${version.version}`, version]),
    );
    return refs.map(({ nodeId, version }) => found.get(`${nodeId}@${version}`));
  }

  /** A version of a node by its number, of any status. */
  async byNumber(nodeId: string, version: string): Promise<NodeVersionRecord | undefined> {
    return (await this.byNumbers([{ nodeId, version }]))[0];
  }
}
