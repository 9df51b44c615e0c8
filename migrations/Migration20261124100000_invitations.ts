import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  // An invitation by e-mail stores the address and not the user, so that it does not reveal whether the user exists.
  `create table publisher_invitations (
    id uuid primary key,
    publisher_id text not null references publishers,
    user_id uuid references users,
    email text,
    role text not null check (role in ('owner', 'member')),
    created_by uuid references users,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    check ((user_id is null) <> (email is null)),
    unique (publisher_id, user_id),
    unique (publisher_id, email)
  )`,
  `create index publisher_invitations_user_id on publisher_invitations (user_id)`,
  `create index publisher_invitations_email on publisher_invitations (email)`,
];

/** Invitations to become a member of a publisher. */
export class Migration20261124100000_invitations extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop table publisher_invitations');
  }
}
