import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  `create table idempotency_keys (
     id text primary key,
     turn uuid not null,
     body_hash text not null,
     at timestamptz not null,
     runs_until timestamptz not null,
     written boolean not null default false,
     made text[] not null default '{}',
     is_over boolean not null default false,
     status int,
     type text,
     body text
   )`,
  'create index idempotency_keys_at on idempotency_keys (at)',
];

/** Idempotency keys: a request that is sent again with the same key is not executed again. */
export class Migration20261121201000_idempotency extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop table idempotency_keys');
  }
}
