import { Field, ID, InputType } from 'type-graphql';
import { NodeStatusEnum, NodeVersionStatusEnum } from '../types/enums.js';
import { AdminNodeInput } from './node.input.js';

/** The reason of a ban. */
@InputType({ description: 'Reason of a ban.' })
export class BanInput {
  @Field(() => String, {
    nullable: true,
    description:
      'Reason of the ban, at most 2,000 characters. Defaults to "Banned by an administrator". Not confidential: it is stored as the status detail of the banned nodes.',
  })
  reason?: string | null;
}

/** The reason for lifting a ban. */
@InputType({ description: 'Reason for lifting a ban.' })
export class UnbanInput {
  @Field(() => String, {
    nullable: true,
    description: 'Reason for lifting the ban, for the audit log. At most 2,000 characters.',
  })
  reason?: string | null;
}

/** The reason of a decision. */
@InputType({ description: 'Reason of a decision.' })
export class ReasonInput {
  @Field(() => String, { nullable: true, description: 'Reason, for the audit log. At most 2,000 characters.' })
  reason?: string | null;
}

/** A suspension. */
@InputType({ description: 'Suspension of a user.' })
export class SuspendUserInput {
  @Field(() => String, { description: 'Reason, which is shown to the user. At most 2,000 characters.' })
  reason!: string;
}

/** Changes of a node by an admin. */
@InputType({
  description:
    'Changes of a node by an admin: its fields, the admin-only fields, and its status. Absent fields stay unchanged; `null` or "" clears a field.',
})
export class AdminUpdateNodeInput extends AdminNodeInput {
  @Field(() => NodeStatusEnum, { nullable: true, description: 'New status: NodeStatusActive or NodeStatusBanned.' })
  status?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason of the new status. Required to ban a node. At most 2,000 characters.',
  })
  statusDetail?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the publisher to move the node to. It must be neither banned nor deleted.',
  })
  publisherId?: string | null;
}

/** Changes of a version by an admin. */
@InputType({
  description:
    'Changes of a version by an admin. Absent fields stay unchanged; `null` clears a field other than `status`.',
})
export class AdminUpdateNodeVersionInput {
  @Field(() => NodeVersionStatusEnum, { nullable: true, description: 'New status.' })
  status?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason of the new status. Required unless the status is Active. At most 100,000 characters.',
  })
  statusReason?: string | null;

  @Field(() => [String], { nullable: true, description: 'Admin tags. At most 100 tags of 100 characters.' })
  tagsAdmin?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True to mark the version as deprecated.' })
  deprecated?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Summary of the changes. At most 64 KiB of UTF-8.' })
  changelog?: string | null;

  @Field(() => [String], { nullable: true, description: 'Classifiers of the supported accelerators.' })
  supportedAccelerators?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Range of supported versions of the host application’s frontend.',
  })
  supportedCoreuiFrontendVersion?: string | null;

  @Field(() => String, { nullable: true, description: 'Range of supported versions of the host application.' })
  supportedCoreuiVersion?: string | null;

  @Field(() => [String], { nullable: true, description: 'Classifiers of the supported operating systems.' })
  supportedOs?: string[] | null;
}
