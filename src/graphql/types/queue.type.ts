import { Field, ID, ObjectType } from 'type-graphql';
import type { DecidedKind, QueueKind, ReportState } from '../../values/moderation.js';
import { DateTime } from '../scalars.js';
import { DecidedKindEnum, QueueKindEnum, ReportStateEnum } from './enums.js';
import { Finding } from './finding.type.js';
import { NodeVersion } from './node-version.type.js';
import { pageType } from './page.js';
import { Publisher } from './publisher.type.js';
import { User } from './user.type.js';

/** A user's report of a node. */
@ObjectType({ description: 'A user’s report of a node to the moderators.' })
export class NodeReport {
  @Field(() => ID, { simple: true, description: 'Id of the report.' })
  id!: string;

  @Field(() => ID, { simple: true, description: 'Id of the reported node.' })
  nodeId!: string;

  @Field(() => ID, { simple: true, description: 'Id of the user who reported the node.' })
  userId!: string;

  @Field(() => String, { simple: true, description: 'Text of the report.' })
  text!: string;

  @Field(() => ReportStateEnum, { simple: true, description: 'State of the report.' })
  status!: ReportState;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Note of the admin who closed the report; `null` if there is none.',
  })
  note!: string | null;

  @Field(() => DateTime, { simple: true, description: 'Time of the report.' })
  createdAt!: string;

  @Field(() => DateTime, { simple: true, nullable: true, description: 'Time of its closure; `null` while it is open.' })
  closedAt!: string | null;
}

/** An item of the moderators' queue. */
@ObjectType({
  description:
    'An item of the moderators’ queue: a version that is held or has warnings, a user who waits for approval, or an open report. Fields of other kinds are `null`.',
})
export class ModerationQueueItem {
  @Field(() => QueueKindEnum, { simple: true, description: 'Kind of the item.' })
  kind!: QueueKind;

  @Field(() => ID, { simple: true, description: 'Id of the version, the user or the report.' })
  id!: string;

  @Field(() => DateTime, { simple: true, description: 'Time of the upload, the first sign-in or the report.' })
  since!: string;

  @Field(() => NodeVersion, { simple: true, nullable: true, description: 'The version that is held or has warnings.' })
  version!: NodeVersion | null;

  @Field(() => Publisher, {
    simple: true,
    nullable: true,
    description: 'Publisher of the version or of the reported node.',
  })
  publisher!: Publisher | null;

  @Field(() => Boolean, { simple: true, nullable: true, description: 'True if that publisher is trusted.' })
  trusted!: boolean | null;

  @Field(() => [Finding], {
    simple: true,
    nullable: true,
    description: 'Findings of the version, compared with those of the version that a moderator approved last.',
  })
  findings!: Finding[] | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Number of the version that a moderator approved last; `null` if there is none.',
  })
  approvedVersion!: string | null;

  @Field(() => [Finding], {
    simple: true,
    nullable: true,
    description: 'Findings of the last approved version that this version does not have.',
  })
  removedFindings!: Finding[] | null;

  @Field(() => User, {
    simple: true,
    nullable: true,
    description: 'User who waits for approval, or who reported the node.',
  })
  user!: User | null;

  @Field(() => NodeReport, { simple: true, nullable: true, description: 'The open report.' })
  report!: NodeReport | null;
}

export const ModerationQueuePage = pageType(
  () => ModerationQueueItem,
  'ModerationQueue',
  'items of the moderators’ queue',
  'oldest first',
);

/** The result of one decision. */
@ObjectType({ description: 'Result of the decision about one item of the moderators’ queue.' })
export class DecisionResult {
  @Field(() => DecidedKindEnum, { simple: true, description: 'Kind of the item.' })
  subjectKind!: DecidedKind;

  @Field(() => ID, { simple: true, description: 'Id of the version or the user.' })
  subjectId!: string;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Code of the error that the item was refused with; `null` if the decision is in effect.',
  })
  error!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Message of that error; `null` if the decision is in effect.',
  })
  message!: string | null;
}

/** Trust in a publisher. */
@ObjectType({ description: 'Trust in a publisher. Findings never hold the versions of a trusted publisher.' })
export class PublisherTrust {
  @Field(() => Publisher, { simple: true, description: 'The publisher.' })
  publisher!: Publisher;

  @Field(() => Boolean, { simple: true, description: 'True if the publisher is trusted.' })
  trusted!: boolean;

  @Field(() => DateTime, {
    simple: true,
    nullable: true,
    description: 'Time at which an admin trusted the publisher; `null` if it is not trusted.',
  })
  trustedAt!: string | null;
}
