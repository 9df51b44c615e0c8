import { Field, Int, ObjectType } from 'type-graphql';
import type { FindingLevel } from '../../values/finding-levels.js';
import { FindingLevelEnum } from './enums.js';

/** Consecutive lines of a source file in an archive. */
@ObjectType({ description: 'Consecutive lines of a source file in an archive.' })
export class SourceExcerpt {
  @Field(() => Int, { simple: true, description: 'Number of the first line, from 1.' })
  line!: number;

  @Field(() => String, { simple: true, description: 'The lines, each truncated after 160 characters.' })
  text!: string;
}

/** A finding of the checks of an archive. */
@ObjectType({ description: 'A finding of the checks of an archive.' })
export class Finding {
  @Field(() => FindingLevelEnum, { simple: true, description: 'Level of the finding.' })
  level!: FindingLevel;

  @Field(() => String, { simple: true, description: 'Name of the check, such as `shell`.' })
  rule!: string;

  @Field(() => String, {
    simple: true,
    description: 'Path in the archive. Empty if the finding is about the whole archive.',
  })
  file!: string;

  @Field(() => Int, { simple: true, description: 'Line from 1; 0 if the finding is about the whole file.' })
  line!: number;

  @Field(() => String, { simple: true, description: 'Description of the finding.' })
  message!: string;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Text of the call, at most 300 characters; `null` if the finding is not about a call.',
  })
  call!: string | null;

  @Field(() => SourceExcerpt, {
    simple: true,
    nullable: true,
    description:
      'The line of the finding with three lines before and after it; `null` if the finding is not about a line, or beyond the limit of 32 KiB of excerpts per version.',
  })
  excerpt!: SourceExcerpt | null;

  @Field(() => Boolean, {
    simple: true,
    nullable: true,
    description:
      'True if the version of the node that a moderator approved last has the same finding; `null` in `ModerationQueueItem.removedFindings`.',
  })
  approved!: boolean | null;
}

/** Number of findings per level. */
@ObjectType({ description: 'Number of findings of the checks of an archive, per level.' })
export class FindingCounts {
  @Field(() => Int, { simple: true, description: 'Findings that hold a version if they are new.' })
  hold!: number;

  @Field(() => Int, { simple: true, description: 'Findings that are shown to moderators.' })
  warn!: number;

  @Field(() => Int, { simple: true, description: 'Findings that are shown for information.' })
  note!: number;
}
