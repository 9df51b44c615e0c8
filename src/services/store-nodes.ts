import { randomUUID } from 'node:crypto';
import { foldNodeId } from '../values/node-id.js';
import { isPrerelease, precedenceKey } from '../values/semver.js';
import { type CoreNodeExtractStatus, CoreNodePolicy, NodeVersionStatus } from '../values/states.js';
import { refreshLatestVersions } from './latest-version.js';
import type { Write } from './write.js';

/** A core-node definition to store. */
export interface NewCoreNode {
  readonly name: string;
  readonly displayName?: string;
  readonly category?: string;
  readonly description?: string;
  readonly function?: string;
  readonly inputTypes?: string;
  readonly returnNames?: string;
  readonly returnTypes?: string;
  readonly outputIsList?: readonly boolean[];
  readonly deprecated?: boolean;
  readonly experimental?: boolean;
  readonly policy?: CoreNodePolicy;
}

/** A version to store, with its definitions. */
export interface NewVersion {
  readonly version: string;
  readonly status?: NodeVersionStatus;
  readonly statusReason?: string;
  readonly changelog?: string;
  readonly dependencies?: readonly string[];
  readonly deprecated?: boolean;
  readonly supportedAccelerators?: readonly string[];
  readonly supportedCoreuiVersion?: string;
  readonly supportedOs?: readonly string[];
  readonly coreNodeExtractStatus?: CoreNodeExtractStatus;
  readonly coreNodes?: readonly NewCoreNode[];
  /** The archive, which must already be in the store; absent for imported versions. */
  readonly archive?: StoredArchive;
}

/** An archive in the store. */
export interface StoredArchive {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

/** A node to store, with its versions. */
export interface NewNode {
  readonly id: string;
  readonly publisherId: string;
  readonly name: string;
  readonly description?: string;
  readonly author?: string | null;
  readonly license?: string;
  readonly icon?: string;
  readonly repository?: string | null;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly tagsAdmin?: readonly string[];
  readonly downloads?: number;
  readonly repoHostStars?: number;
  readonly rating?: number;
  readonly searchRanking?: number;
  readonly preemptedCoreNodeNames?: readonly string[];
  /** A pattern of core-node names that can't be listed. Only imported catalogues have it. */
  readonly coreNodeNamePattern?: string | null;
  readonly supportedAccelerators?: readonly string[];
  readonly supportedCoreuiVersion?: string;
  readonly supportedOs?: readonly string[];
  readonly versions: readonly NewVersion[];
}

interface StoredVersion {
  readonly id: string;
  readonly nodeId: string;
  readonly version: NewVersion;
}

const NODE_ROWS = `r(id text, folded_id text, publisher_id text, name text, description text, author text, license text, icon text, repository text, category text,
  tags text[], tags_admin text[], downloads int, stored_bytes bigint, repo_host_stars int, rating real, search_ranking int, preempted_core_node_names text[],
  core_node_name_pattern text, supported_accelerators text[], supported_coreui_version text, supported_os text[])`;

const VERSION_ROWS = `r(id uuid, node_id text, version text, precedence text, is_prerelease boolean, status text, status_reason text, changelog text, dependencies text[],
  deprecated boolean, supported_accelerators text[], supported_coreui_version text, supported_os text[], core_node_extract_status text, archive_key text, archive_size bigint, archive_sha256 text, archive_stored_at timestamptz)`;

const CORE_NODE_ROWS = `r(version_id uuid, name text, display_name text, category text, description text, function text, input_types text, return_names text, return_types text,
  output_is_list boolean[], deprecated boolean, experimental boolean, policy text)`;

/** The columns of a row description such as `r(id text, tags text[])`. */
const columnsOf = (rows: string): string =>
  rows
    .slice(2, -1)
    .split(',')
    .map((column) => column.trim().split(' ')[0])
    .join(', ');

async function insertNodes(write: Write, nodes: readonly NewNode[]): Promise<void> {
  const rows = nodes.map((node) => ({
    id: node.id,
    folded_id: foldNodeId(node.id),
    publisher_id: node.publisherId,
    name: node.name,
    description: node.description ?? '',
    author: node.author,
    license: node.license,
    icon: node.icon,
    repository: node.repository,
    category: node.category,
    tags: node.tags ?? [],
    tags_admin: node.tagsAdmin ?? [],
    downloads: node.downloads ?? 0,
    stored_bytes: node.versions.reduce((sum, { archive }) => sum + (archive?.size ?? 0), 0),
    repo_host_stars: node.repoHostStars ?? 0,
    rating: node.rating,
    search_ranking: node.searchRanking,
    preempted_core_node_names: node.preemptedCoreNodeNames ?? [],
    core_node_name_pattern: node.coreNodeNamePattern,
    supported_accelerators: node.supportedAccelerators ?? [],
    supported_coreui_version: node.supportedCoreuiVersion,
    supported_os: node.supportedOs ?? [],
  }));
  await write.query(
    `insert into nodes (${columnsOf(NODE_ROWS)}, status, created_at, updated_at)
     select r.*, 'NodeStatusActive', $2::timestamptz, $2::timestamptz from jsonb_to_recordset($1::jsonb) as ${NODE_ROWS}`,
    [JSON.stringify(rows), write.at.toISOString()],
  );
}

async function insertVersions(write: Write, versions: readonly StoredVersion[]): Promise<void> {
  const rows = versions.map(({ id, nodeId, version }) => ({
    id,
    node_id: nodeId,
    version: version.version,
    precedence: precedenceKey(version.version),
    is_prerelease: isPrerelease(version.version),
    status: version.status ?? NodeVersionStatus.Active,
    status_reason: version.statusReason,
    changelog: version.changelog ?? '',
    dependencies: version.dependencies ?? [],
    deprecated: version.deprecated ?? false,
    supported_accelerators: version.supportedAccelerators ?? [],
    supported_coreui_version: version.supportedCoreuiVersion,
    supported_os: version.supportedOs ?? [],
    core_node_extract_status: version.coreNodeExtractStatus ?? 'success',
    archive_key: version.archive?.key,
    archive_size: version.archive?.size,
    archive_sha256: version.archive?.sha256,
    archive_stored_at: version.archive && write.at.toISOString(),
  }));
  await write.query(
    `insert into node_versions (${columnsOf(VERSION_ROWS)}, created_at, updated_at)
     select r.*, $2::timestamptz, $2::timestamptz from jsonb_to_recordset($1::jsonb) as ${VERSION_ROWS}`,
    [JSON.stringify(rows), write.at.toISOString()],
  );
}

/** A core-node definition, and the id of its version. */
interface StoredCoreNode {
  readonly versionId: string;
  readonly coreNode: NewCoreNode;
}

/** Limit of the JSON of one statement, in characters. Only a statement with a single definition may exceed it. */
const STATEMENT_MAX = 1024 * 1024;

/** Stores core-node definitions of versions, in statements of limited size. */
export async function insertCoreNodes(write: Write, definitions: readonly StoredCoreNode[]): Promise<void> {
  let batch: StoredCoreNode[] = [];
  let length = 0;
  for (const definition of definitions) {
    batch.push(definition);
    length += JSON.stringify(definition).length;
    if (length < STATEMENT_MAX) continue;
    await insertBatch(write, batch);
    [batch, length] = [[], 0];
  }
  await insertBatch(write, batch);
}

async function insertBatch(write: Write, definitions: readonly StoredCoreNode[]): Promise<void> {
  if (definitions.length === 0) return;
  const rows = definitions.map(({ versionId, coreNode }) => ({
    version_id: versionId,
    name: coreNode.name,
    display_name: coreNode.displayName,
    category: coreNode.category,
    description: coreNode.description,
    function: coreNode.function,
    input_types: coreNode.inputTypes,
    return_names: coreNode.returnNames,
    return_types: coreNode.returnTypes,
    output_is_list: coreNode.outputIsList ?? [],
    deprecated: coreNode.deprecated ?? false,
    experimental: coreNode.experimental ?? false,
    policy: coreNode.policy ?? CoreNodePolicy.Active,
  }));
  await write.query(
    `insert into core_nodes (${columnsOf(CORE_NODE_ROWS)}) select r.* from jsonb_to_recordset($1::jsonb) as ${CORE_NODE_ROWS}`,
    [JSON.stringify(rows)],
  );
}

/** Stores new nodes with their versions and definitions in a constant number of statements. */
export async function storeNodes(write: Write, nodes: readonly NewNode[]): Promise<void> {
  if (nodes.length === 0) return;
  const versions = nodes.flatMap((node) =>
    node.versions.map((version): StoredVersion => ({ id: randomUUID(), nodeId: node.id, version })),
  );
  await insertNodes(write, nodes);
  await insertVersions(write, versions);
  await insertCoreNodes(
    write,
    versions.flatMap(({ id, version }) => (version.coreNodes ?? []).map((coreNode) => ({ versionId: id, coreNode }))),
  );
  const ids = nodes.map(({ id }) => id);
  await refreshLatestVersions(write, ids);
  write.refreshSearch(ids);
  for (const { id, publisherId, name } of nodes) {
    write.changed({ kind: 'node', id, change: 'created' });
    write.audit({ action: 'node.create', subjectKind: 'node', subjectId: id, publisherId, after: { name } });
  }
  for (const { id, nodeId, version } of versions) {
    write.changed({ kind: 'version', id, nodeId, change: 'created' });
    if ((version.coreNodes ?? []).length > 0) write.changed({ kind: 'core_nodes', id, nodeId, change: 'created' });
  }
}
