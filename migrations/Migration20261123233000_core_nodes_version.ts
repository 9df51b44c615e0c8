import { Migration } from '@mikro-orm/migrations';
import { locked } from './locked.js';

/**
 * Separates the latest version, which is installed, from the version that provides the core-nodes of a node. They
 * differ for imported nodes: their version has no archive, so they have no latest version.
 */
export class Migration20261123233000_core_nodes_version extends Migration {
  override up(): void {
    this.addSql(locked(['nodes', 'node_versions']));
    this.addSql(
      `alter table nodes add column core_nodes_version_id uuid
         constraint nodes_core_nodes_version_id_fkey references node_versions deferrable initially deferred`,
    );
    this.addSql(
      `update nodes n set latest_version_id = latest.id, core_nodes_version_id = coalesce(latest.id, n.latest_version_id)
       from nodes old left join lateral (
         select v.id from node_versions v
         where v.node_id = old.id and v.status = 'NodeVersionStatusActive' and v.archive_size is not null
         order by v.is_prerelease, v.precedence desc, v.id limit 1
       ) latest on true
       where old.id = n.id and old.latest_version_id is not null`,
    );
    // The foreign keys are checked now: a table with unchecked rows can't be altered or indexed.
    this.addSql('set constraints all immediate');
    this.addSql('set constraints all deferred');
    this.addSql('create index nodes_core_nodes_version_id on nodes (core_nodes_version_id)');
  }

  override down(): void {
    this.addSql(locked(['nodes', 'node_versions']));
    this.addSql('update nodes set latest_version_id = core_nodes_version_id');
    this.addSql('set constraints all immediate');
    this.addSql('set constraints all deferred');
    this.addSql('drop index nodes_core_nodes_version_id');
    this.addSql('alter table nodes drop column core_nodes_version_id');
  }
}
