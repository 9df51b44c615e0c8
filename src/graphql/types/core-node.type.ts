import { Field, Int, ObjectType } from 'type-graphql';
import type { CoreNodePolicy } from '../../values/states.js';
import { connectionTypes } from './connection.js';
import { CoreNodePolicyEnum } from './enums.js';

/** A core-node definition, for the graph. Its nested field is in `fields/`. */
@ObjectType({ description: 'A node type that one version of an extension provides.' })
export class CoreNode {
  @Field(() => String, { simple: true, description: 'Its name; unique in its version.' })
  coreNodeName!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'Where the host application shows it.' })
  category!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'What it does.' })
  description!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The function that runs it.' })
  function!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'What it takes, as JSON text.' })
  inputTypes!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The names of what it gives, as JSON text.' })
  returnNames!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'The types of what it gives, as JSON text.' })
  returnTypes!: string | null;

  @Field(() => [Boolean], { simple: true, description: 'Which of what it gives are lists.' })
  outputIsList!: boolean[];

  @Field(() => Boolean, { simple: true, description: 'Whether it should not be used any more.' })
  deprecated!: boolean;

  @Field(() => Boolean, { simple: true, description: 'Whether it may still change.' })
  experimental!: boolean;

  @Field(() => CoreNodePolicyEnum, { simple: true, description: 'How it may be used.' })
  policy!: CoreNodePolicy;
}

/** A page of core-node definitions. */
@ObjectType({ description: 'A page of core-node definitions.' })
export class CoreNodePage {
  @Field(() => [CoreNode], { simple: true, description: 'The definitions of this page, by name.' })
  coreNodes!: CoreNode[];

  @Field(() => Int, { simple: true, description: 'The number of this page, from 1.' })
  page!: number;

  @Field(() => Int, { simple: true, description: 'The most definitions a page has; the cap where more was asked for.' })
  limit!: number;

  @Field(() => Int, { simple: true, description: 'How many definitions there are in all.' })
  total!: number;

  @Field(() => Int, { simple: true, description: 'How many pages there are.' })
  totalPages!: number;
}

export const CoreNodeConnection = connectionTypes(() => CoreNode, 'CoreNode', 'core-node definitions');
