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
  readonly supportedCoreuiVersion?: string;
  readonly coreNodeExtractStatus?: CoreNodeExtractStatus;
  readonly coreNodes?: readonly NewCoreNode[];
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
  tags text[], tags_admin text[], downloads int, repo_host_stars int, rating real, search_ranking int, preempted_core_node_names text[],
  supported_accelerators text[], supported_coreui_version text, supported_os text[])`;

const VERSION_ROWS = `r(id uuid, node_id text, version text, precedence text, is_prerelease boolean, status text, status_reason text, changelog text, dependencies text[],
  deprecated boolean, supported_coreui_version text, core_node_extract_status text)`;

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
    repo_host_stars: node.repoHostStars ?? 0,
    rating: node.rating,
    search_ranking: node.searchRanking,
    preempted_core_node_names: node.preemptedCoreNodeNames ?? [],
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
    supported_coreui_version: version.supportedCoreuiVersion,
    core_node_extract_status: version.coreNodeExtractStatus ?? 'success',
  }));
  await write.query(
    `insert into node_versions (${columnsOf(VERSION_ROWS)}, created_at, updated_at)
     select r.*, $2::timestamptz, $2::timestamptz from jsonb_to_recordset($1::jsonb) as ${VERSION_ROWS}`,
    [JSON.stringify(rows), write.at.toISOString()],
  );
}

/** Stores definitions of versions. */
export async function insertCoreNodes(
  write: Write,
  definitions: readonly { readonly versionId: string; readonly coreNode: NewCoreNode }[],
): Promise<void> {
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

/** Stores new nodes with their versions and definitions, a constant number of statements for any number of them. */
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
