import { Migration } from '@mikro-orm/migrations';
import { locked } from './locked.js';

const STATEMENTS = [
  // Not in `node_versions`, so that lists of versions don't read them. Versions without findings have no row.
  `create table version_findings (
    version_id uuid primary key references node_versions on delete cascade,
    node_id text not null references nodes on delete cascade,
    findings jsonb not null,
    hold integer not null,
    warn integer not null,
    note integer not null,
    checked_at timestamptz(3) not null,
    approved_at timestamptz(3),
    approved_by text
  )`,
  `create index version_findings_approved on version_findings (node_id, approved_at desc) where approved_at is not null`,
  // The hold findings of a trusted publisher become warnings.
  `alter table publishers add column trusted_at timestamptz(3)`,
];

/** Findings of the checks of archives as data, their approval by moderators, and trusted publishers. */
export class Migration20261124130000_findings extends Migration {
  override up(): void {
    this.addSql(locked(['publishers']));
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('alter table publishers drop column trusted_at');
    this.addSql('drop table version_findings');
  }
}
