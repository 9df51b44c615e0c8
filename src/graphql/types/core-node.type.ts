import { Field, ObjectType } from 'type-graphql';
import type { CoreNodePolicy } from '../../values/states.js';
import { JSONValue } from '../scalars.js';
import { connectionTypes } from './connection.js';
import { CoreNodePolicyEnum } from './enums.js';
import { pageType } from './page.js';

/** A core-node definition, for the graph. Its nested fields are in `fields/`. */
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

  @Field(() => JSONValue, { simple: true, nullable: true, description: 'Definition of the inputs; `null` if unknown.' })
  inputTypes!: unknown;

  @Field(() => JSONValue, { simple: true, nullable: true, description: 'Names of the outputs; `null` if unknown.' })
  returnNames!: unknown;

  @Field(() => JSONValue, { simple: true, nullable: true, description: 'Types of the outputs; `null` if unknown.' })
  returnTypes!: unknown;

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
