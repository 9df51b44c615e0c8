import { defineEntity, p } from '@mikro-orm/core';
import { moment } from './columns.js';
import { Publisher } from './publisher.js';

const schema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.uuid().primary(),
    publisherId: () => p.manyToOne(Publisher).mapToPk().fieldName('publisher_id').nullable(),
    url: p.text(),
    description: p.text().nullable(),
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

/** Somebody's address that is told of changes: of one publisher's, or of all. */
export class Webhook extends schema.class {
  /** Begins anew with what he has not taken yet, whatever went wrong before. */
  beginAnew(at: Date): void {
    // Jobs that wait for the old state find themselves outdated by this.
    this.generation++;
    this.attempts = 0;
    this.nextAttemptAt = null;
    this.failingSince = null;
    this.lastError = null;
    this.updatedAt = at;
  }

  /** What he was being sent was taken. */
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

  /** It was not taken: it is sent again later, or, after too long, no more until somebody says so. */
  failed(error: string, at: Date, nextAttemptAt: Date | null): void {
    this.attempts++;
    this.failingSince ??= at;
    this.lastError = error;
    this.nextAttemptAt = nextAttemptAt;
    this.enabled = nextAttemptAt !== null;
  }
}
schema.setClass(Webhook);
