import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime, JSONObject } from '../scalars.js';
import { pageType } from './page.js';

/** One entry of the audit log. */
@ObjectType({ description: 'One thing that somebody did.' })
export class AuditEntry {
  @Field(() => ID, { simple: true, description: 'Unique in the registry.' })
  id!: string;

  @Field(() => DateTime, { simple: true, description: 'When.' })
  at!: string;

  @Field(() => String, { simple: true, description: 'Who: user:<id>, token:<id>, system:<name> or anonymous.' })
  actor!: string;

  @Field(() => String, { simple: true, description: 'What, such as node.ban.' })
  action!: string;

  @Field(() => String, { simple: true, description: 'What kind of thing it was done to.' })
  subjectKind!: string;

  @Field(() => String, { simple: true, description: 'The id of that thing.' })
  subjectId!: string;

  @Field(() => ID, { simple: true, nullable: true, description: 'The publisher it belongs to.' })
  publisherId!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The state it had.' })
  fromState!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The state it has since.' })
  toState!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Why.' })
  reason!: string | null;

  @Field(() => JSONObject, { simple: true, nullable: true, description: 'What was changed, as it was.' })
  before!: object | null;

  @Field(() => JSONObject, { simple: true, nullable: true, description: 'What was changed, as it is since.' })
  after!: object | null;

  @Field(() => String, { simple: true, description: 'The request it was done in, as X-Request-Id names it.' })
  requestId!: string;
}

export const AuditPage = pageType(() => AuditEntry, 'Audit', 'entries of the audit log', 'newest first');
