import { Field, ID, ObjectType } from 'type-graphql';
import type { AuditSubjectKind } from '../../values/audit.js';
import { DateTime, JSONObject } from '../scalars.js';
import { AuditSubjectKindEnum } from './enums.js';
import { pageType } from './page.js';

/** One entry of the audit log. */
@ObjectType({ description: 'An entry of the audit log: one action by one actor.' })
export class AuditEntry {
  @Field(() => ID, { simple: true, description: 'Id of the entry.' })
  id!: string;

  @Field(() => DateTime, { simple: true, description: 'Time of the action.' })
  at!: string;

  @Field(() => String, {
    simple: true,
    description:
      'Actor: `user:<id>`, `token:<id>`, `system:<name>` or `anonymous`. Members see admins as `moderator`, and users from outside the publisher as `user`.',
  })
  actor!: string;

  @Field(() => String, { simple: true, description: 'Name of the action, such as `node.ban`.' })
  action!: string;

  @Field(() => AuditSubjectKindEnum, { simple: true, description: 'Kind of the subject.' })
  subjectKind!: AuditSubjectKind;

  @Field(() => String, { simple: true, description: 'Id of the subject.' })
  subjectId!: string;

  @Field(() => ID, {
    simple: true,
    nullable: true,
    description: 'Id of the publisher that the subject belongs to; `null` if it belongs to none.',
  })
  publisherId!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Status before the action; `null` if the action changed no status.',
  })
  fromState!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Status after the action; `null` if the action changed no status.',
  })
  toState!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Reason given for the action; `null` if none was given.',
  })
  reason!: string | null;

  @Field(() => JSONObject, {
    simple: true,
    nullable: true,
    description: 'Changed fields with their values before the action; `null` if none were recorded.',
  })
  before!: object | null;

  @Field(() => JSONObject, {
    simple: true,
    nullable: true,
    description: 'Changed fields with their values after the action; `null` if none were recorded.',
  })
  after!: object | null;

  @Field(() => String, {
    simple: true,
    description: 'Id of the request that performed the action, as in its X-Request-Id header.',
  })
  requestId!: string;
}

export const AuditPage = pageType(() => AuditEntry, 'Audit', 'entries of the audit log', 'newest first');
