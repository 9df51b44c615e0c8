import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  // Every write that changes the number updates it, under the lock that orders writes. Counting the nodes for each page
  // would take longer than reading the page.
  `insert into meta (name, value) select 'active_nodes', count(*)::text from nodes where status = 'NodeStatusActive'`,
  `create index nodes_active on nodes (created_at, id collate "C") where status = 'NodeStatusActive'`,
];

/** The total and the index of the unfiltered list of nodes. */
export class Migration20261121190000_totals extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop index nodes_active');
    this.addSql(`delete from meta where name = 'active_nodes'`);
  }
}
