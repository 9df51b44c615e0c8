import { Migration } from '@mikro-orm/migrations';

/** Records which deleted nodes were banned, so that restoring them does not lift their bans. */
export class Migration20261124120100_bans_of_deleted extends Migration {
  override up(): void {
    this.addSql('alter table nodes add column banned_when_deleted boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table nodes drop column banned_when_deleted');
  }
}
