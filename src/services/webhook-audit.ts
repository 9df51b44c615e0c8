import type { Webhook } from '../entities/webhook.js';
import type { Write } from './write.js';

/**
 * Adds an audit row for a change of a webhook. It has only the host of the URL, because the rest may contain a secret.
 */
export function auditWebhook(
  write: Write,
  webhook: Webhook,
  verb: 'create' | 'update' | 'delete' | 'rotateSecret',
  reason?: string,
): void {
  write.audit({
    action: `webhook.${verb}`,
    subjectKind: 'webhook',
    subjectId: webhook.id,
    publisherId: webhook.publisherId ?? undefined,
    after: { host: new URL(webhook.url).host, enabled: webhook.enabled },
    ...(reason === undefined ? {} : { reason }),
  });
}
