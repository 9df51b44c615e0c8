import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { newWebhook, webhookFields } from '../../services/inputs.js';
import type { WebhookRecord } from '../../services/webhook.service.js';
import { parseInput } from '../../values/parse.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { CreateWebhookInput, UpdateWebhookInput } from '../inputs/webhook.input.js';
import { Webhook } from '../types/webhook.type.js';

const publisher = {
  nullable: true,
  description:
    'Id of the publisher whose changes are delivered. Absent for a webhook that receives all changes, which requires the admin role.',
} as const;

/** Webhooks. */
@Resolver()
export class WebhookResolver {
  @Query(() => [Webhook], {
    nullable: true,
    description: 'Webhooks that receive all changes, oldest first. Requires the admin role.',
  })
  @Requires('webhook.manageAll')
  async webhooks(@Ctx() { scope }: GraphContext): Promise<WebhookRecord[]> {
    return scope.services.webhooks.list(await scope.viewer(), undefined);
  }

  @Mutation(() => Webhook, {
    description:
      'Creates a webhook. Only this response contains the signing secret. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires(['webhook.manage', 'webhook.manageAll'])
  async createWebhook(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => CreateWebhookInput, { description: 'The new webhook.' }) input: CreateWebhookInput,
    @Arg('publisherId', () => ID, publisher) publisherId?: string | null,
  ) {
    const { record, secret } = await scope.services.webhooks.create(
      await scope.actor(),
      publisherId ?? undefined,
      parseInput(newWebhook, input),
    );
    return { ...record, secret };
  }

  @Mutation(() => Webhook, {
    description:
      'Updates a webhook and resets its retries. Delivery continues after the last delivered change, even if the webhook was disabled. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires(['webhook.manage', 'webhook.manageAll'])
  async updateWebhook(
    @Ctx() { scope }: GraphContext,
    @Arg('webhookId', () => ID, { description: 'Id of the webhook.' }) id: string,
    @Arg('input', () => UpdateWebhookInput, { description: 'Changes.' }) input: UpdateWebhookInput,
    @Arg('publisherId', () => ID, publisher) publisherId?: string | null,
  ): Promise<WebhookRecord> {
    return scope.services.webhooks.update(
      await scope.actor(),
      publisherId ?? undefined,
      id,
      parseInput(webhookFields, input),
    );
  }

  @Mutation(() => Webhook, {
    description:
      'Replaces the signing secret of a webhook. Only this response contains the new one; the old one is invalid from the next delivery. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires(['webhook.manage', 'webhook.manageAll'])
  async rotateWebhookSecret(
    @Ctx() { scope }: GraphContext,
    @Arg('webhookId', () => ID, { description: 'Id of the webhook.' }) id: string,
    @Arg('publisherId', () => ID, publisher) publisherId?: string | null,
  ) {
    const actor = await scope.actor();
    const { record, secret } = await scope.services.webhooks.rotateSecret(actor, publisherId ?? undefined, id);
    return { ...record, secret };
  }

  @Mutation(() => Webhook, {
    description: 'Deletes a webhook and returns it. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires(['webhook.manage', 'webhook.manageAll'])
  async deleteWebhook(
    @Ctx() { scope }: GraphContext,
    @Arg('webhookId', () => ID, { description: 'Id of the webhook.' }) id: string,
    @Arg('publisherId', () => ID, publisher) publisherId?: string | null,
  ): Promise<WebhookRecord> {
    return scope.services.webhooks.delete(await scope.actor(), publisherId ?? undefined, id);
  }
}
