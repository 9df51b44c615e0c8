import { defineEntity, p } from '@mikro-orm/core';
import { moment } from './columns.js';

const schema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    issuer: p.text(),
    subject: p.text(),
    name: p.text().nullable(),
    email: p.text().nullable(),
    emailVerified: p.boolean().default(false),
    isAdmin: p.boolean().default(false),
    isApproved: p.boolean().default(true),
    createdAt: moment(),
  },
});

/** A user. `issuer` and `subject` are the claims of their identity provider; `id` is assigned by the registry. */
export class User extends schema.class {}
schema.setClass(User);
