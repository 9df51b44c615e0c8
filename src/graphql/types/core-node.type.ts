import { Field, ObjectType } from 'type-graphql';
import type { CoreNodePolicy } from '../../values/states.js';
import { connectionTypes } from './connection.js';
import { CoreNodePolicyEnum } from './enums.js';
import { pageType } from './page.js';

/** A core-node definition, for the graph. Its nested field is in `fields/`. */
@ObjectType({ description: 'A node type that one version of an extension provides.' })
export class CoreNode {
  @Field(() => String, { simple: true, description: 'Name of the node type, unique within its version.' })
  coreNodeName!: string;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Name that the host application displays; `null` if it displays `coreNodeName`.',
  })
  displayName!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Category in the menus of the host application.' })
  category!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Description of what the node type does.' })
  description!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Name of the function that executes it.' })
  function!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Definition of the inputs, as a JSON string.' })
  inputTypes!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Names of the outputs, as a JSON string.' })
  returnNames!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Types of the outputs, as a JSON string.' })
  returnTypes!: string | null;

  @Field(() => [Boolean], { simple: true, description: 'For each output, in order: true if it is a list.' })
  outputIsList!: boolean[];

  @Field(() => Boolean, { simple: true, description: 'True if the node type is deprecated.' })
  deprecated!: boolean;

  @Field(() => Boolean, { simple: true, description: 'True if the node type is experimental and may still change.' })
  experimental!: boolean;

  @Field(() => CoreNodePolicyEnum, { simple: true, description: 'Policy for the use of the node type. Set by admins.' })
  policy!: CoreNodePolicy;
}

export const CoreNodePage = pageType(() => CoreNode, 'CoreNode', 'core-node definitions', 'by name');

export const CoreNodeConnection = connectionTypes(() => CoreNode, 'CoreNode', 'core-node definitions', 'tracked');
