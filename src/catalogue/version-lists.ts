import type { ListRunner } from '../db/database.js';
import type { NodeVersionStatus } from '../values/states.js';
import type { NodeVersionRecord, Slice } from './records.js';
import { toVersion, toVersions, versionRecord } from './rows.js';
import { Parameters } from './sql.js';

/** Which versions of all nodes, and which page of them. */
export interface VersionListQuestion {
  readonly statuses: readonly NodeVersionStatus[];
  readonly nodeId?: string;
  readonly page: number;
  readonly limit: number;
}

/** A stretch of the versions of nodes, highest first. */
export interface FirstVersions {
  readonly statuses: readonly NodeVersionStatus[];
  readonly first: number;
  /** Precedence and id of the version to go on after. */
  readonly after?: readonly string[] | undefined;
  /** The fields that are needed of each; all if absent. */
  readonly fields?: ReadonlySet<string>;
}

function isAfter([precedence, id]: readonly string[], parameters: Parameters): string {
  const last = parameters.add(precedence, 'text');
  return `(w.precedence < ${last} collate "C" or (w.precedence = ${last} collate "C" and w.id > ${parameters.add(id, 'uuid')}))`;
}

/**
 * An expression for the records of a node's versions, one behind the other; one more than asked for where there are
 * more, null where there is none.
 */
export function firstVersionsOf(
  nodeId: string,
  { statuses, first, after, fields }: FirstVersions,
  parameters: Parameters,
): string {
  const among = `w.node_id = ${nodeId} and w.status = any(${parameters.add(statuses, 'text[]')})${after ? ` and ${isAfter(after, parameters)}` : ''}`;
  return `(select string_agg(f.record, E'\\x1e') from (select ${versionRecord('w', fields)} as record from node_versions w where ${among}
    order by w.precedence desc, w.id limit ${parameters.add(first + 1, 'int')}) f)`;
}

/** The versions of a node that has none. */
export const NO_VERSIONS: Slice<NodeVersionRecord> = { items: [], hasMore: false };

/** The stretch of such records. */
export function sliceOf(records: string | null, { first }: FirstVersions, publicUrl: string): Slice<NodeVersionRecord> {
  const items = toVersions(records, publicUrl);
  return { items: items.slice(0, first), hasMore: items.length > first };
}

/** Reads the versions of nodes, highest first, one statement for all nodes. */
export class VersionLists {
  constructor(
    private readonly database: ListRunner,
    private readonly publicUrl: string,
  ) {}

  /** The first versions of each node. */
  async slices(nodeIds: readonly string[], first: FirstVersions): Promise<Map<string, Slice<NodeVersionRecord>>> {
    const parameters = new Parameters();
    const ids = parameters.add(nodeIds, 'text[]');
    const rows = (await this.database.lists(
      `select asked.id, ${firstVersionsOf('asked.id', first, parameters)} from unnest(${ids}) as asked(id)`,
      parameters.values,
    )) as [id: string, versions: string | null][];
    return new Map(rows.map(([id, versions]) => [id, sliceOf(versions, first, this.publicUrl)]));
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
    const rows = await this.database.query<{ record: string }>(
      `select ${versionRecord('v')} as record from node_versions v where v.node_id = $1::text and v.status = any($2::text[]) order by v.precedence desc, v.id`,
      [nodeId, statuses],
    );
    return rows.map(({ record }) => toVersion(record, this.publicUrl));
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
  async byNumbers(
    refs: readonly { readonly nodeId: string; readonly version: string }[],
  ): Promise<(NodeVersionRecord | undefined)[]> {
    const rows = await this.database.query<{ record: string }>(
      `select ${versionRecord('v')} as record from node_versions v join (select distinct node_id, version from unnest($1::text[], $2::text[]) as r(node_id, version)) asked
         on asked.node_id = v.node_id and asked.version = v.version`,
      [refs.map(({ nodeId }) => nodeId), refs.map(({ version }) => version)],
    );
    const found = new Map(
      rows
        .map(({ record }) => toVersion(record, this.publicUrl))
        .map((version) => [`${version.nodeId}@${version.version}`, version]),
    );
    return refs.map(({ nodeId, version }) => found.get(`${nodeId}@${version}`));
  }

  /** The version of a node by its number, whatever its status. */
  async byNumber(nodeId: string, version: string): Promise<NodeVersionRecord | undefined> {
    const [row] = await this.database.query<{ record: string }>(
      `select ${versionRecord('v')} as record from node_versions v where v.node_id = $1 and v.version = $2`,
      [nodeId, version],
    );
    return row && toVersion(row.record, this.publicUrl);
  }
}
