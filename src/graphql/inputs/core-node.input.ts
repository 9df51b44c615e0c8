import { Field, InputType } from 'type-graphql';
import { JSONValue } from '../scalars.js';
import { CoreNodePolicyEnum } from '../types/enums.js';

/** Changes of a core-node definition. */
@InputType({
  description: 'Changes of a core-node definition. Absent fields stay unchanged; `null` or "" clears a field.',
})
export class UpdateCoreNodeInput {
  @Field(() => String, {
    nullable: true,
    description: 'Name that the host application displays, if it differs from `coreNodeName`. At most 500 characters.',
  })
  displayName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Category in the menus of the host application. At most 500 characters.',
  })
  category?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Description of what the node type does. At most 20,000 characters.',
  })
  description?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the function that executes it. At most 500 characters.',
  })
  function?: string | null;

  @Field(() => JSONValue, {
    nullable: true,
    description: 'Definition of the inputs. At most 200,000 characters of JSON.',
  })
  inputTypes?: unknown;

  @Field(() => JSONValue, { nullable: true, description: 'Names of the outputs. At most 200,000 characters of JSON.' })
  returnNames?: unknown;

  @Field(() => JSONValue, { nullable: true, description: 'Types of the outputs. At most 200,000 characters of JSON.' })
  returnTypes?: unknown;

  @Field(() => [Boolean], {
    nullable: true,
    description: 'For each output, in order: true if it is a list. At most 1,000 items.',
  })
  outputIsList?: boolean[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True if the node type is deprecated.' })
  deprecated?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'True if the node type is experimental and may still change.' })
  experimental?: boolean | null;

  @Field(() => CoreNodePolicyEnum, {
    nullable: true,
    description: 'Policy for the use of the node type. If cleared, `CoreNodePolicyActive`.',
  })
  policy?: string | null;
}

/** Converts the JSON values of a definition to strings, as the service stores them. */
export const withJsonTexts = <T extends UpdateCoreNodeInput>(input: T) => {
  const texts = (['inputTypes', 'returnNames', 'returnTypes'] as const).flatMap((field) => {
    const value = input[field];
    return value === undefined ? [] : [[field, value === null ? null : JSON.stringify(value)] as const];
  });
  return { ...input, ...Object.fromEntries(texts) };
};

/** A core-node definition that is not extracted from an archive. */
@InputType({ description: 'A core-node definition.' })
export class CoreNodeInput extends UpdateCoreNodeInput {
  @Field(() => String, { description: 'Name of the node type, unique within its version. 1 to 500 characters.' })
  coreNodeName!: string;
}

/** Definitions that replace those of a version. */
@InputType({ description: 'The core-node definitions of a version.' })
export class StoreCoreNodesInput {
  @Field(() => [CoreNodeInput], {
    description: 'All definitions of the version, at most 4,000. They replace the existing ones.',
  })
  coreNodes!: CoreNodeInput[];
}
