import { Field, ID, InputType } from 'type-graphql';
import type { DecidedKind, Decision, ReportState } from '../../values/moderation.js';
import { ClosedReportStateEnum, DecidedKindEnum, DecisionEnum } from '../types/enums.js';

/** An item of the moderators' queue to approve or reject. */
@InputType({ description: 'An item of the moderators’ queue to approve or reject.' })
export class QueueItemInput {
  @Field(() => DecidedKindEnum, { description: 'Kind of the item.' })
  kind!: DecidedKind;

  @Field(() => ID, { description: 'Id of the version or the user.' })
  id!: string;
}

/** A decision about items of the moderators' queue. */
@InputType({ description: 'A decision about items of the moderators’ queue.' })
export class DecideModerationQueueInput {
  @Field(() => DecisionEnum, { description: 'The decision about all items.' })
  decision!: Decision;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason. For versions, members of the publisher can read it, and it is required to reject them. At most 2,000 characters.',
  })
  reason?: string | null;

  @Field(() => [QueueItemInput], { description: 'The items, 1 to 100.' })
  items!: QueueItemInput[];
}

/** A report of a node. */
@InputType({ description: 'A report of a node.' })
export class ReportNodeInput {
  @Field(() => String, { description: 'What is wrong with the node. At most 2,000 characters.' })
  text!: string;
}

/** The closure of a report. */
@InputType({ description: 'The closure of a report.' })
export class CloseNodeReportInput {
  @Field(() => ClosedReportStateEnum, { description: 'State in which the report is closed.' })
  status!: ReportState;

  @Field(() => String, { nullable: true, description: 'Note for other admins. At most 2,000 characters.' })
  note?: string | null;
}

/** Trust in a publisher. */
@InputType({ description: 'Whether a publisher is trusted.' })
export class SetPublisherTrustInput {
  @Field(() => Boolean, { description: 'True to trust the publisher, false to end the trust.' })
  trusted!: boolean;

  @Field(() => String, { nullable: true, description: 'Reason, for the audit log. At most 2,000 characters.' })
  reason?: string | null;
}
