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
    /** To whom the current secret was shown; `null` if it replaced another one and was not read yet. */
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

/** A URL that is called with the changes of one publisher, or of all. */
export class Webhook extends schema.class {
  /** The name that its secret is derived from. */
  secretName(): string {
    return this.secretVersion === 0 ? this.id : `${this.id}:${this.secretVersion}`;
  }

  /** Replaces the secret. @param seenBy the user to whom the new one is shown; `null` if to nobody */
  replaceSecret(seenBy: string | null, at: Date): void {
    this.secretVersion++;
    this.secretSeenBy = seenBy;
    this.updatedAt = at;
  }

  /** Resets the retries, so that delivery resumes with the first undelivered change. */
  beginAnew(at: Date): void {
    // Outdates the jobs that were enqueued for the old state.
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

  /** Records a failed delivery. Without a next attempt the webhook is disabled until it is enabled again. */
  failed(error: string, at: Date, nextAttemptAt: Date | null): void {
    this.attempts++;
    this.failingSince ??= at;
    this.lastError = error;
    this.nextAttemptAt = nextAttemptAt;
    this.enabled = nextAttemptAt !== null;
  }
}
schema.setClass(Webhook);
