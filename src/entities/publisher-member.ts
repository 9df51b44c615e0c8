import { defineEntity, p } from '@mikro-orm/core';
import type { MemberRole } from '../values/states.js';
import { moment } from './columns.js';
import { Publisher } from './publisher.js';
import { User } from './user.js';

const schema = defineEntity({
  name: 'PublisherMember',
  tableName: 'publisher_members',
  properties: {
    id: p.uuid().primary(),
    publisherId: () => p.manyToOne(Publisher).mapToPk().fieldName('publisher_id'),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id'),
    role: p.text().$type<MemberRole>(),
    /** `self` if they created the publisher, otherwise how they were added. */
    addedBy: p.text().$type<'self' | 'email' | 'id'>().default('self'),
    createdAt: moment(),
  },
});

/** A user's role in a publisher. */
export class PublisherMember extends schema.class {}
schema.setClass(PublisherMember);
