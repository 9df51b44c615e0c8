import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../scalars.js';

/** An address that is told of changes. */
@ObjectType({
  description: 'An address that is told of changes, signed by the Standard Webhooks scheme, until it took them.',
})
export class Webhook {
  @Field(() => ID, { simple: true, description: 'Unique in the registry.' })
  id!: string;

  @Field(() => ID, { simple: true, nullable: true, description: 'Whose changes it is told of; null for all.' })
  publisherId!: string | null;

  @Field(() => String, { simple: true, description: 'The address that is called.' })
  url!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'What it is for.' })
  description!: string | null;

  @Field(() => Boolean, { simple: true, description: 'Whether it is called; false, too, after a day without success.' })
  enabled!: boolean;

  @Field(() => String, { simple: true, description: 'The place in the changes feed up to which it took everything.' })
  cursor!: string;

  @Field(() => DateTime, { simple: true, nullable: true, description: 'When it last took a message.' })
  deliveredAt!: string | null;

  @Field(() => DateTime, { simple: true, nullable: true, description: 'Since when it has taken nothing.' })
  failingSince!: string | null;

  @Field(() => DateTime, { simple: true, nullable: true, description: 'When it is called again.' })
  nextAttemptAt!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'What went wrong last.' })
  lastError!: string | null;

  @Field(() => DateTime, { simple: true, description: 'When it was created.' })
  createdAt!: string;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'What its messages are signed with: only in the answer that creates it.',
  })
  secret!: string | null;
}
