import { time, z } from './common.js';

export const webhook = z
  .object({
    id: z.uuid(),
    publisher_id: z
      .string()
      .optional()
      .describe('Receives the changes of this publisher only; absent if it receives all changes'),
    url: z.string(),
    description: z.string().optional(),
    enabled: z
      .boolean()
      .describe('False if the webhook was disabled, by its owner or automatically after 24 hours of failed deliveries'),
    secret_unread: z
      .boolean()
      .describe(
        'True if the secret was replaced because an owner who knew it is no longer an owner. Rotate the secret to read a new one',
      ),
    cursor: z.string().describe('Cursor of the last change that was delivered'),
    delivered_at: time.optional(),
    failing_since: time.optional(),
    next_attempt_at: time.optional(),
    last_error: z.string().optional(),
    createdAt: time,
  })
  .openapi('Webhook');

export const webhookList = z.array(webhook);

export const createdWebhook = z
  .object({
    ...webhook.shape,
    secret: z.string().describe('Signing secret in the format of Standard Webhooks (`whsec_…`); shown only once'),
  })
  .openapi('CreatedWebhook');
