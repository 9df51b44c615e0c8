import type { SqlRunner } from '../db/database.js';

/**
 * Points nodes to their latest version: the highest Active one by precedence, a pre-release only where nothing else
 * is Active (decisions.md section 2).
 */
export async function refreshLatestVersions(runner: SqlRunner, nodeIds: readonly string[]): Promise<void> {
  await runner.query(
    `update nodes n set latest_version_id = latest.id
     from unnest($1::text[]) as asked(node_id)
     left join lateral (
       select v.id from node_versions v where v.node_id = asked.node_id and v.status = 'NodeVersionStatusActive'
       order by v.is_prerelease, v.precedence desc, v.id limit 1
     ) latest on true
     where n.id = asked.node_id and n.latest_version_id is distinct from latest.id`,
    [nodeIds],
  );
}
