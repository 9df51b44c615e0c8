import type { WebhookRecord } from '../../services/webhook.service.js';
import { compact } from '../wire.js';

/** A webhook under its wire names, without its secret. */
export function presentWebhook(webhook: WebhookRecord) {
  return compact({
    id: webhook.id,
    publisher_id: webhook.publisherId,
    url: webhook.url,
    description: webhook.description,
    enabled: webhook.enabled,
    secret_unread: webhook.secretUnread,
    cursor: webhook.cursor,
    delivered_at: webhook.deliveredAt,
    failing_since: webhook.failingSince,
    next_attempt_at: webhook.nextAttemptAt,
    last_error: webhook.lastError,
    createdAt: webhook.createdAt,
  });
}
