import { Migration } from '@mikro-orm/migrations';

/** The index of the versions of a node contains their whole order, so that the first versions need no sort. */
export class Migration20261125100000_version_order extends Migration {
  override up(): void {
    this.addSql('create index node_versions_order on node_versions (node_id, precedence desc, created_at desc, id)');
    this.addSql('drop index node_versions_precedence');
  }

  override down(): void {
    this.addSql('create index node_versions_precedence on node_versions (node_id, precedence desc, id)');
    this.addSql('drop index node_versions_order');
  }
}
