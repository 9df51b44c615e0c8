import { highestFirst } from '../catalogue/version-lists.js';
import { INSTALLABLE_VERSION, PUBLIC_VERSION } from '../catalogue/visibility.js';
import type { SqlRunner } from '../db/database.js';

/** SQL for the id of the highest version of a node by precedence, a pre-release only if there is no other version. */
const highest = (condition: string): string =>
  `(select v.id from node_versions v where v.node_id = asked.node_id and ${condition}
    order by v.is_prerelease, ${highestFirst('v')} limit 1)`;

/**
 * Sets two versions of each node: the latest version, which is the highest one that can be installed, and the version
 * whose core-nodes are shown, which is the latest or, without one, the highest imported version (docs/contract.md,
 * "Versions and the latest one").
 */
export async function refreshLatestVersions(runner: SqlRunner, nodeIds: readonly string[]): Promise<void> {
  await runner.query(
    `update nodes n set latest_version_id = found.latest, core_nodes_version_id = found.core_nodes
     from (
       select asked.node_id, latest.id as latest, coalesce(latest.id, ${highest(PUBLIC_VERSION.sql('v'))}) as core_nodes
       from unnest($1::text[]) as asked(node_id) left join lateral ${highest(INSTALLABLE_VERSION.sql('v'))} latest on true
     ) found
     where n.id = found.node_id
       and (n.latest_version_id, n.core_nodes_version_id) is distinct from (found.latest, found.core_nodes)`,
    [nodeIds],
  );
}
