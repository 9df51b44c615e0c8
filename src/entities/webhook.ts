import { defineEntity, p } from '@mikro-orm/core';
import { moment } from './columns.js';
import { Publisher } from './publisher.js';
import { User } from './user.js';

const schema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.uuid().primary(),
    publisherId: () => p.manyToOne(Publisher).mapToPk().fieldName('publisher_id').nullable(),
    url: p.text(),
    description: p.text().nullable(),
    secretVersion: p.integer().default(0),
    /** The user to whom the current secret was shown; `null` if it was shown to no user. */
    secretSeenBy: () => p.manyToOne(User).mapToPk().fieldName('secret_seen_by').nullable(),
    enabled: p.boolean(),
    generation: p.integer(),
    position: p.bigint('number'),
    messageId: p.text().nullable(),
    messageBody: p.text().nullable(),
    messagePosition: p.bigint('number').nullable(),
    attempts: p.integer(),
    nextAttemptAt: moment().nullable(),
    failingSince: moment().nullable(),
    lastError: p.text().nullable(),
    deliveredAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** A URL to which the changes of one publisher, or of all, are delivered. */
export class Webhook extends schema.class {
  /** The name that the secret is derived from. It changes with each replacement of the secret. */
  secretName(): string {
    return this.secretVersion === 0 ? this.id : `${this.id}:${this.secretVersion}`;
  }

  /** Replaces the secret. @param seenBy the user to whom the new one is shown; `null` if it is shown to no user */
  replaceSecret(seenBy: string | null, at: Date): void {
    this.secretVersion++;
    this.secretSeenBy = seenBy;
    this.updatedAt = at;
  }

  /** Resets the retries, so that delivery resumes with the first undelivered change. */
  resetRetries(at: Date): void {
    // Invalidates the result of a running delivery, and lets a new job be enqueued next to the old one.
    this.generation++;
    this.attempts = 0;
    this.nextAttemptAt = null;
    this.failingSince = null;
    this.lastError = null;
    this.updatedAt = at;
  }

  /** Records that the current message was delivered. */
  delivered(at: Date): void {
    this.position = this.messagePosition!;
    this.messageId = null;
    this.messageBody = null;
    this.messagePosition = null;
    this.attempts = 0;
    this.nextAttemptAt = null;
    this.failingSince = null;
    this.lastError = null;
    this.deliveredAt = at;
  }

  /** Records a failed delivery. Disables the webhook if `nextAttemptAt` is `null`. */
  failed(error: string, at: Date, nextAttemptAt: Date | null): void {
    this.attempts++;
    this.failingSince ??= at;
    this.lastError = error;
    this.nextAttemptAt = nextAttemptAt;
    this.enabled = nextAttemptAt !== null;
  }
}
schema.setClass(Webhook);
