import { defineEntity, p } from '@mikro-orm/core';
import { PublisherStatus } from '../values/states.js';
import { moment } from './columns.js';

const schema = defineEntity({
  name: 'Publisher',
  tableName: 'publishers',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    description: p.text().nullable(),
    logo: p.text().nullable(),
    website: p.text().nullable(),
    support: p.text().nullable(),
    sourceCodeRepo: p.text().nullable(),
    status: p.text().$type<PublisherStatus>().default(PublisherStatus.Active),
    deletedAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** An account that owns nodes. The row of a deleted publisher is not removed, so that its id stays reserved. */
export class Publisher extends schema.class {
  /** Marks the publisher as deleted. Its members stay stored, because only its owners may restore it. */
  delete(at: Date): void {
    this.deletedAt = at;
    this.updatedAt = at;
  }

  /** Sets the status. @returns true if it changed */
  setStatus(status: PublisherStatus, at: Date): boolean {
    if (this.status === status) return false;
    this.status = status;
    this.updatedAt = at;
    return true;
  }

  /** Restores a deleted publisher. */
  restore(at: Date): void {
    this.deletedAt = null;
    this.updatedAt = at;
  }
}
schema.setClass(Publisher);
