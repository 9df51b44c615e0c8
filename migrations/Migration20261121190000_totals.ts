import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  // Kept by every write that changes it, under the lock that orders writes: to count them for each page takes longer
  // than the page.
  `insert into meta (name, value) select 'active_nodes', count(*)::text from nodes where status = 'NodeStatusActive'`,
  `create index nodes_active on nodes (created_at, id collate "C") where status = 'NodeStatusActive'`,
];

/** What the plain list of nodes is read by. */
export class Migration20261121190000_totals extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop index nodes_active');
    this.addSql(`delete from meta where name = 'active_nodes'`);
  }
}
