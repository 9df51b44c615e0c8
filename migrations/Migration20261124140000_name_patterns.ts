import { Migration } from '@mikro-orm/migrations';

/** The pattern of core-node names that a catalogue states for nodes without a list of them. Set by imports only. */
export class Migration20261124140000_name_patterns extends Migration {
  override up(): void {
    this.addSql('alter table nodes add column core_node_name_pattern text');
  }

  override down(): void {
    this.addSql('alter table nodes drop column core_node_name_pattern');
  }
}
