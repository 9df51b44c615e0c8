import { Field, ID, ObjectType } from 'type-graphql';
import type { ChangeKind, ChangeSubjectKind } from '../../values/changes.js';
import { DateTime } from '../scalars.js';
import { ChangeKindEnum, ChangeSubjectKindEnum } from './enums.js';

/** A change of the public catalogue. */
@ObjectType({ description: 'A change of the public catalogue.' })
export class Change {
  @Field(() => String, {
    simple: true,
    description: 'Cursor of this change, unique in the feed. Pass it as `since` to read the changes after it.',
  })
  cursor!: string;

  @Field(() => ChangeSubjectKindEnum, { simple: true, description: 'Kind of the changed object.' })
  subjectKind!: ChangeSubjectKind;

  @Field(() => ID, {
    simple: true,
    description:
      'Id of the changed object. For `core_nodes` it is the id of the version, for `translation` the id of the node.',
  })
  subjectId!: string;

  @Field(() => ID, {
    simple: true,
    nullable: true,
    description: 'Id of the node that the changed object belongs to; `null` for nodes and publishers.',
  })
  nodeId!: string | null;

  @Field(() => ChangeKindEnum, { simple: true, description: 'Kind of the change.' })
  change!: ChangeKind;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description:
      'Status of the publisher, node or version after a change of its status, such as NodeVersionStatusActive; `null` for other changes.',
  })
  status!: string | null;

  @Field(() => DateTime, { simple: true, description: 'Time of the change.' })
  at!: string;
}

/** A slice of the changes feed. */
@ObjectType({ description: 'A slice of the changes feed, in commit order.' })
export class ChangeSlice {
  @Field(() => [Change], { simple: true, description: 'The changes of this slice.' })
  changes!: Change[];

  @Field(() => String, { simple: true, description: 'Cursor for the next request: pass it as `since`.' })
  next!: string;

  @Field(() => Boolean, { simple: true, description: 'True if more changes were available when the slice was read.' })
  more!: boolean;
}
