import { time, z } from './common.js';

export const webhook = z
  .object({
    id: z.uuid(),
    publisher_id: z.string().optional().describe('Whose changes it is told of; absent for all'),
    url: z.string(),
    description: z.string().optional(),
    enabled: z.boolean().describe('Whether it is called; false, too, after a day without success'),
    cursor: z.string().describe('The place in the changes feed up to which it took everything'),
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
    secret: z.string().describe('What its messages are signed with, as Standard Webhooks write it (whsec_…)'),
  })
  .openapi('CreatedWebhook');
