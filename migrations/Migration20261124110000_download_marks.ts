import { Migration } from '@mikro-orm/migrations';

/** Adds the table that makes a download count once per caller address, version and day. */
export class Migration20261124110000_download_marks extends Migration {
  override up(): void {
    // Unlogged: after a crash of the database, a download may count twice on that day.
    this.addSql('create unlogged table download_marks (mark text primary key, day date not null)');
  }

  override down(): void {
    this.addSql('drop table download_marks');
  }
}
