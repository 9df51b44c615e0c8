import type { Webhook } from '../entities/webhook.js';
import type { Write } from './write.js';

/** Audits a change. Only the host of the URL is recorded, because the rest may contain a secret. */
export function noteWebhook(
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
