import { defineEntity, p } from '@mikro-orm/core';
import { moment } from './columns.js';
import { Publisher } from './publisher.js';
import { User } from './user.js';

const schema = defineEntity({
  name: 'PersonalAccessToken',
  tableName: 'personal_access_tokens',
  properties: {
    id: p.uuid().primary(),
    publisherId: () => p.manyToOne(Publisher).mapToPk().fieldName('publisher_id'),
    name: p.text(),
    description: p.text().nullable(),
    hash: p.text().hidden(),
    lastFour: p.text(),
    createdBy: () => p.manyToOne(User).mapToPk().fieldName('created_by').nullable(),
    createdAt: moment(),
    expiresAt: moment().nullable(),
    lastUsedAt: moment().nullable(),
  },
});

/** A credential of one publisher. Only its hash and last four characters are stored. */
export class PersonalAccessToken extends schema.class {}
schema.setClass(PersonalAccessToken);
