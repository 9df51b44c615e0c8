import { Migration } from '@mikro-orm/migrations';

/**
 * Sessions of the web pages, pending sign-ins at the identity provider, and used one-time links. Secrets are stored as
 * hashes.
 */
export class Migration20261124150000_sessions extends Migration {
  override up(): void {
    this.addSql(`
      create table sessions (
        hash text primary key,
        user_id uuid not null references users (id) on delete cascade,
        admin_by_token boolean not null,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null
      )`);
    this.addSql('create index sessions_of_user on sessions (user_id, created_at)');
    this.addSql('create index sessions_by_expiry on sessions (expires_at)');
    this.addSql(`
      create table sign_ins (
        hash text primary key,
        state text not null,
        nonce text not null,
        code_verifier text not null,
        return_path text not null,
        expires_at timestamptz not null
      )`);
    this.addSql('create index sign_ins_by_expiry on sign_ins (expires_at)');
    this.addSql('create table used_sign_in_links (hash text primary key, expires_at timestamptz not null)');
    this.addSql('create index used_sign_in_links_by_expiry on used_sign_in_links (expires_at)');
  }

  override down(): void {
    this.addSql('drop table used_sign_in_links');
    this.addSql('drop table sign_ins');
    this.addSql('drop table sessions');
  }
}
