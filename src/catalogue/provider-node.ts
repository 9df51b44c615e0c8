import type { ListRunner } from '../db/database.js';
import { compileNamePattern, type NamePattern } from '../resolve/name-pattern.js';
import { foldNodeId } from '../values/node-id.js';
import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import { memoize } from '../values/memoize.js';
import type { RankedNode } from './node-order.js';
import { INSTALLABLE_VERSION, PLANNED_CORE_NODE, PUBLIC_NODE } from './visibility.js';

/**
 * The values that decide whether a public node is chosen as the provider of a core-node name. Nodes with neither an
 * installable version nor an imported one, for example those whose versions are held, are never chosen.
 */
export interface ProviderNode extends RankedNode {
  readonly foldedId: string;
  readonly repository: string | undefined;
  /**
   * Path of the repository URL, in lower case. `undefined` unless the node is unclaimed or its ownership of the
   * repository was verified, because a publisher can enter any URL.
   */
  readonly repositoryPath: string | undefined;
  /** The latest version; `null` for imported nodes, which have no archive in this registry. */
  readonly latestVersionId: string | null;
  /** The version that `names` are of: the latest version, or the imported one. */
  readonly namesVersionId: string;
  /** False if `names` may be incomplete: of imported nodes, catalogues list the names of some earlier time. */
  readonly isComplete: boolean;
  /** Names of the core-nodes that the version defines, without banned ones. */
  readonly names: readonly string[];
  /** Names of the core-nodes of the version that an admin banned. */
  readonly banned: readonly string[];
  /** Core-node names that an admin reserved for the node. */
  readonly preempted: readonly string[];
  /** Matches core-node names that the node provides although they are not in its definitions. */
  readonly pattern: NamePattern | undefined;
}

const PROVIDERS = `
  select n.id, n.repository, n.publisher_id = '${UNCLAIMED_PUBLISHER}' or n.repository_id is not null,
    n.downloads, n.repo_host_stars, n.search_ranking, (date_part('epoch', n.created_at) * 1000)::float8,
    n.latest_version_id, n.core_nodes_version_id, v.core_node_extract_status,
    (select json_build_array(json_agg(c.name) filter (where ${PLANNED_CORE_NODE.sql('c')}),
      json_agg(c.name) filter (where not ${PLANNED_CORE_NODE.sql('c')}))::text
      from core_nodes c where c.version_id = n.core_nodes_version_id),
    to_json(n.preempted_core_node_names)::text, n.core_node_name_pattern
  from nodes n left join node_versions v on v.id = n.core_nodes_version_id
  where ${PUBLIC_NODE.sql('n')} and n.core_nodes_version_id is not null`;

const NONE: readonly string[] = [];

const patternOf = memoize((pattern: string) => compileNamePattern(pattern));

function pathOf(repository: string | null): string | undefined {
  if (repository === null || !URL.canParse(repository)) return undefined;
  const { pathname } = new URL(repository);
  return pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/i, '')
    .replace(/^\/+/, '')
    .toLowerCase();
}

function toProvider(
  id: string,
  repository: string | null,
  isVerified: boolean,
  downloads: number,
  repoHostStars: number,
  searchRanking: number | null,
  createdAt: number,
  latestVersionId: string | null,
  namesVersionId: string,
  extractStatus: string | null,
  names: string,
  preempted: string,
  pattern: string | null,
): ProviderNode {
  const [planned, banned] = JSON.parse(names) as [string[] | null, string[] | null];
  return {
    id,
    foldedId: foldNodeId(id),
    repository: repository ?? undefined,
    repositoryPath: isVerified ? pathOf(repository) : undefined,
    downloads,
    repoHostStars,
    searchRanking,
    createdAt: Math.round(createdAt),
    latestVersionId,
    namesVersionId,
    isComplete: extractStatus === 'success' && latestVersionId !== null,
    names: planned ?? [],
    banned: banned ?? NONE,
    preempted: preempted === '[]' ? [] : (JSON.parse(preempted) as string[]),
    pattern: pattern === null ? undefined : patternOf(pattern),
  };
}

/** Reads all nodes that can be chosen, or those among `ids`, in one statement. */
export async function readProviders(database: ListRunner, ids?: readonly string[]): Promise<ProviderNode[]> {
  const rows = await (ids === undefined
    ? database.lists(PROVIDERS)
    : database.lists(`${PROVIDERS} and n.id = any($1::text[])`, [ids]));
  return rows.map((row) => toProvider(...(row as unknown as Parameters<typeof toProvider>)));
}

/** A public node that provides a core-node name in an installable version, which may be an older one. */
export interface OlderProvider {
  readonly name: string;
  readonly nodeId: string;
}

/** The most nodes that are read for one name. */
export const OLDER_PROVIDERS_MAX = 20;

/**
 * The public nodes that provide names in an installable version, the latest or an older one: at most
 * OLDER_PROVIDERS_MAX for each name. One statement, which joins all names at once, because PostgreSQL without
 * statistics of the tables reads all nodes again for each name of a lateral join.
 */
export async function readOlderProviders(database: ListRunner, names: readonly string[]): Promise<OlderProvider[]> {
  const rows = await database.lists(
    `select name, node_id from (
       select name, node_id,
         row_number() over (partition by name order by downloads desc, stars desc, node_id) as position from (
         select distinct c.name, v.node_id, n.downloads, n.repo_host_stars as stars
           from unnest($1::text[]) as asked(name) join core_nodes c on c.name = asked.name
           join node_versions v on v.id = c.version_id join nodes n on n.id = v.node_id
         where ${PLANNED_CORE_NODE.sql('c')} and ${INSTALLABLE_VERSION.sql('v')} and ${PUBLIC_NODE.sql('n')}
       ) found
     ) numbered where position <= ${OLDER_PROVIDERS_MAX}`,
    [names],
  );
  return (rows as [string, string][]).map(([name, nodeId]) => ({ name, nodeId }));
}
