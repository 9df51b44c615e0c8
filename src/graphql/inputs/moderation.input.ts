import { Field, InputType } from 'type-graphql';
import { NodeStatusEnum, NodeVersionStatusEnum } from '../types/enums.js';
import { UpdateNodeInput } from './node.input.js';

/** Why something is banned. */
@InputType({ description: 'Why something is banned.' })
export class BanInput {
  @Field(() => String, { description: 'The reason; members of the publisher may read it.' })
  reason!: string;
}

/** Why a ban is lifted. */
@InputType({ description: 'Why a ban is lifted.' })
export class UnbanInput {
  @Field(() => String, { nullable: true, description: 'The reason.' })
  reason?: string | null;
}

/** What an admin may set of a node. */
@InputType({ description: 'What an admin may set of a node: its fields, the admin’s own, and whether it is banned.' })
export class AdminUpdateNodeInput extends UpdateNodeInput {
  @Field(() => NodeStatusEnum, { nullable: true, description: 'NodeStatusActive or NodeStatusBanned.' })
  status?: string | null;

  @Field(() => String, { nullable: true, description: 'Why; a ban needs it.' })
  statusDetail?: string | null;
}

/** What an admin may set of a version. */
@InputType({ description: 'What an admin may set of a version.' })
export class AdminUpdateNodeVersionInput {
  @Field(() => NodeVersionStatusEnum, { nullable: true, description: 'Its state.' })
  status?: string | null;

  @Field(() => String, { nullable: true, description: 'Why; every state but Active needs it.' })
  statusReason?: string | null;

  @Field(() => [String], { nullable: true, description: 'Words to sort it under.' })
  tagsAdmin?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it is advised against.' })
  deprecated?: boolean | null;
}
