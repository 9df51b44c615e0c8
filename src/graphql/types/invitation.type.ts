import { Field, ID, ObjectType } from 'type-graphql';
import type { MemberRole } from '../../values/states.js';
import { DateTime } from '../scalars.js';
import { MemberRoleEnum } from './enums.js';
import { PublisherMember } from './publisher.type.js';

/** A pending invitation to a publisher. */
@ObjectType({ description: 'A pending invitation to become a member of a publisher.' })
export class PublisherInvitation {
  @Field(() => ID, { simple: true, description: 'Id of the invitation.' })
  id!: string;

  @Field(() => MemberRoleEnum, { simple: true, description: 'Role that the invited person gets by accepting.' })
  role!: MemberRole;

  @Field(() => ID, {
    simple: true,
    nullable: true,
    description: 'Id of the invited user; `null` if the invitation is to an e-mail address.',
  })
  userId!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Invited e-mail address in lower case; `null` if the invitation is to a user id.',
  })
  email!: string | null;

  @Field(() => DateTime, { simple: true, description: 'Time of the invitation.' })
  createdAt!: string;

  @Field(() => DateTime, { simple: true, description: 'Time of expiry. The invitation can be accepted until then.' })
  expiresAt!: string;
}

/** The result of adding a person to a publisher. */
@ObjectType({ description: 'Result of adding a person to a publisher. Exactly one of the two fields is set.' })
export class AddedPublisherMember {
  @Field(() => PublisherMember, {
    simple: true,
    nullable: true,
    description: 'The member, if the person already is one and their role was set; otherwise `null`.',
  })
  member!: PublisherMember | null;

  @Field(() => PublisherInvitation, {
    simple: true,
    nullable: true,
    description: 'The invitation that the person has to accept; `null` if they already are a member.',
  })
  invitation!: PublisherInvitation | null;
}
