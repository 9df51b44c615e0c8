import { Field, InputType } from 'type-graphql';
import { Url } from '../scalars.js';

/** A new webhook. */
@InputType({ description: 'A new webhook.' })
export class CreateWebhookInput {
  @Field(() => Url, { description: 'URL that receives the deliveries (http or https). At most 2,000 characters.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Intended use. At most 2,000 characters.' })
  description?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor of the changes feed: changes after it are delivered. By default, only changes from now on are.',
  })
  since?: string | null;
}

/** Changes of a webhook. */
@InputType({ description: 'Changes of a webhook. Absent fields stay unchanged; `null` clears the description.' })
export class UpdateWebhookInput {
  @Field(() => Url, {
    nullable: true,
    description: 'URL that receives the deliveries (http or https). At most 2,000 characters.',
  })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'Intended use. At most 2,000 characters.' })
  description?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True if changes are delivered.' })
  enabled?: boolean | null;
}
