import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTime, JSONObject } from '../scalars.js';

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

/** A page of the audit log. */
@ObjectType({ description: 'A page of the audit log.' })
export class AuditPage {
  @Field(() => [AuditEntry], { simple: true, description: 'The entries of this page, newest first.' })
  entries!: AuditEntry[];

  @Field(() => Int, { simple: true, description: 'The number of this page, from 1.' })
  page!: number;

  @Field(() => Int, { simple: true, description: 'The most entries a page has; the cap where more was asked for.' })
  limit!: number;

  @Field(() => Int, { simple: true, description: 'How many entries there are in all.' })
  total!: number;

  @Field(() => Int, { simple: true, description: 'How many pages there are.' })
  totalPages!: number;
}
