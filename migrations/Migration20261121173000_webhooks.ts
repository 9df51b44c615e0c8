import { Migration } from '@mikro-orm/migrations';

const STATEMENTS = [
  // The publisher of each change, so that an index finds the changes of one publisher.
  `alter table changes add column publisher_id text`,
  `update changes set publisher_id = subject_id where kind = 'publisher'`,
  `update changes c set publisher_id = n.publisher_id from nodes n where c.kind <> 'publisher' and n.id = coalesce(c.node_id, c.subject_id)`,
  `create index changes_publisher on changes (publisher_id, id) where not counter`,
  `create index changes_feed on changes (id) where not counter`,

  // A webhook receives the changes of one publisher, or of all if `publisher_id` is null. `position` is the last change
  // that was delivered. The message is stored until its delivery succeeds, so that every attempt sends the same bytes.
  `create table webhooks (
    id uuid primary key,
    publisher_id text references publishers,
    url text not null,
    description text,
    enabled boolean not null,
    generation integer not null,
    position bigint not null,
    message_id text,
    message_body text,
    message_position bigint,
    attempts integer not null,
    next_attempt_at timestamptz(3),
    failing_since timestamptz(3),
    last_error text,
    delivered_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    check ((message_id is null) = (message_body is null) and (message_id is null) = (message_position is null))
  )`,
  `create index webhooks_publisher on webhooks (publisher_id)`,
];

/** Webhooks on the changes feed. */
export class Migration20261121173000_webhooks extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop table webhooks');
    this.addSql('drop index changes_feed');
    this.addSql('alter table changes drop column publisher_id');
  }
}
