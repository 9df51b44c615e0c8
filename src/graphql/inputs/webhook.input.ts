import { Field, InputType } from 'type-graphql';

/** A new webhook. */
@InputType({ description: 'A new webhook.' })
export class CreateWebhookInput {
  @Field(() => String, { description: 'The http or https address that is called.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The cursor in the changes feed to begin after; from now on where not said.',
  })
  since?: string | null;
}

/** What is to change of a webhook. */
@InputType({ description: 'What is to change of a webhook: absent fields keep, null clears.' })
export class UpdateWebhookInput {
  @Field(() => String, { nullable: true, description: 'The http or https address that is called.' })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is called.' })
  enabled?: boolean | null;
}
