import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  // A secret is derived from the webhook's id and this version, so that it can be replaced.
  `alter table webhooks add column secret_version integer not null default 0, add column secret_seen_by uuid references users`,
  `update webhooks w set secret_seen_by = u.id from audit_log a join users u on 'user:' || u.id = a.actor
   where a.action = 'webhook.create' and a.subject_kind = 'webhook' and a.subject_id = w.id::text`,
  `create index personal_access_tokens_created_by on personal_access_tokens (created_by)`,
];

/** Secrets of webhooks that can be replaced, and the user to whom the current one was shown. */
export class Migration20261124101000_webhook_secrets extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop index personal_access_tokens_created_by');
    this.addSql('alter table webhooks drop column secret_version, drop column secret_seen_by');
  }
}
