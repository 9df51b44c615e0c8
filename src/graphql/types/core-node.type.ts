import { Field, ObjectType } from 'type-graphql';
import type { CoreNodePolicy } from '../../values/states.js';
import { connectionTypes } from './connection.js';
import { CoreNodePolicyEnum } from './enums.js';
import { pageType } from './page.js';

/** A core-node definition, for the graph. Its nested field is in `fields/`. */
@ObjectType({ description: 'A node type that one version of an extension provides.' })
export class CoreNode {
  @Field(() => String, { simple: true, description: 'Its name; unique in its version.' })
  coreNodeName!: string;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'What the host application calls it, where that is not its name.',
  })
  displayName!: string | null;

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

export const CoreNodePage = pageType(() => CoreNode, 'CoreNode', 'core-node definitions', 'by name');

export const CoreNodeConnection = connectionTypes(() => CoreNode, 'CoreNode', 'core-node definitions', 'tracked');
