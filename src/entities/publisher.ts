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

/** An account that owns nodes. A deleted one keeps its row, so that its id is never given to somebody else. */
export class Publisher extends schema.class {
  /** Marks it deleted; its members stay on record, for they alone may have the id again. */
  delete(at: Date): void {
    this.deletedAt = at;
    this.updatedAt = at;
  }

  /** @returns whether it was not that already */
  setStatus(status: PublisherStatus, at: Date): boolean {
    if (this.status === status) return false;
    this.status = status;
    this.updatedAt = at;
    return true;
  }

  /** Takes a deleted publisher back into use. */
  restore(at: Date): void {
    this.deletedAt = null;
    this.updatedAt = at;
  }
}
schema.setClass(Publisher);
