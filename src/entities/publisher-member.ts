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
    /** How the user was invited: by user id or by e-mail address. `self` if they created the publisher. */
    addedBy: p.text().$type<'self' | 'email' | 'id'>().default('self'),
    createdAt: moment(),
  },
});

/** The membership of a user in a publisher, with their role. */
export class PublisherMember extends schema.class {}
schema.setClass(PublisherMember);
