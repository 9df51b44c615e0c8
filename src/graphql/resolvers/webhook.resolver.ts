import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { newWebhook, webhookFields } from '../../services/inputs.js';
import type { WebhookRecord } from '../../services/webhook.service.js';
import { parseInput } from '../../values/parse.js';
import { Asks } from '../asks.js';
import type { GraphContext } from '../context.js';
import { CreateWebhookInput, UpdateWebhookInput } from '../inputs/webhook.input.js';
import { Webhook } from '../types/webhook.type.js';

const publisher = {
  nullable: true,
  description: 'The publisher whose changes it is about; absent for all, as admins may.',
} as const;

/** Who is told of changes. */
@Resolver()
export class WebhookResolver {
  @Query(() => [Webhook], {
    description: 'The webhooks that are told of all changes, oldest first. Admins may see them.',
  })
  @Asks('webhook.manageAll')
  async webhooks(@Ctx() { scope }: GraphContext): Promise<WebhookRecord[]> {
    return scope.services.webhooks.list(await scope.viewer(), undefined);
  }

  @Mutation(() => Webhook, {
    description: 'Has an address told of changes, and shows its secret once. Owners of the publisher may, and admins.',
  })
  @Asks(['webhook.manage', 'webhook.manageAll'])
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
      'Changes a webhook, or has one called again that was given up: it goes on where it stood. Owners of the publisher may, and admins.',
  })
  @Asks(['webhook.manage', 'webhook.manageAll'])
  async updateWebhook(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the webhook.' }) id: string,
    @Arg('input', () => UpdateWebhookInput, { description: 'What is to change.' }) input: UpdateWebhookInput,
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
    description: 'Deletes a webhook, and gives what it was. Owners of the publisher may, and admins.',
  })
  @Asks(['webhook.manage', 'webhook.manageAll'])
  async deleteWebhook(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the webhook.' }) id: string,
    @Arg('publisherId', () => ID, publisher) publisherId?: string | null,
  ): Promise<WebhookRecord> {
    return scope.services.webhooks.delete(await scope.actor(), publisherId ?? undefined, id);
  }
}
