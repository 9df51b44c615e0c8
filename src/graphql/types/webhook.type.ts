import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime, Url } from '../scalars.js';

/** An HTTP endpoint to which changes are delivered. */
@ObjectType({
  description:
    'An HTTP endpoint to which changes are delivered, signed by the Standard Webhooks scheme and retried on failure.',
})
export class Webhook {
  @Field(() => ID, { simple: true, description: 'Id of the webhook.' })
  id!: string;

  @Field(() => ID, {
    simple: true,
    nullable: true,
    description: 'Id of the publisher whose changes are delivered; `null` if all changes are.',
  })
  publisherId!: string | null;

  @Field(() => Url, { simple: true, description: 'URL that receives the deliveries.' })
  url!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'Intended use; `null` if none was given.' })
  description!: string | null;

  @Field(() => Boolean, {
    simple: true,
    description:
      'True if changes are delivered. A webhook is disabled automatically after 24 hours of failed deliveries.',
  })
  enabled!: boolean;

  @Field(() => Boolean, {
    simple: true,
    description:
      'True if the secret was replaced because the owner who had received it left the publisher, and no owner has received the new one. Rotate it.',
  })
  secretUnread!: boolean;

  @Field(() => String, { simple: true, description: 'Cursor of the last change that was delivered.' })
  cursor!: string;

  @Field(() => DateTime, {
    simple: true,
    nullable: true,
    description: 'Time of the last successful delivery; `null` if there was none.',
  })
  deliveredAt!: string | null;

  @Field(() => DateTime, {
    simple: true,
    nullable: true,
    description: 'Time of the first of the current failed deliveries; `null` if the last delivery succeeded.',
  })
  failingSince!: string | null;

  @Field(() => DateTime, {
    simple: true,
    nullable: true,
    description: 'Time of the next retry; `null` if none is scheduled.',
  })
  nextAttemptAt!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Error of the last failed delivery; `null` if the last delivery succeeded.',
  })
  lastError!: string | null;

  @Field(() => DateTime, { simple: true, description: 'Time of creation.' })
  createdAt!: string;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Signing secret. Returned by `createWebhook` and `rotateWebhookSecret` only; otherwise `null`.',
  })
  secret!: string | null;
}
