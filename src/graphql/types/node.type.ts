import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { NodeStatus } from '../../values/states.js';
import { DateTime } from '../scalars.js';
import { connectionTypes } from './connection.js';
import { NodeStatusEnum } from './enums.js';
import { pageType } from './page.js';

/** A node of the registry, for the graph. Its nested fields are in `fields/`. */
@ObjectType({ description: 'An extension: what a publisher owns and what versions belong to.' })
export class Node {
  @Field(() => ID, { simple: true, description: 'Unique in the registry.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'What it is called.' })
  name!: string;

  @Field(() => String, { simple: true, description: 'What it does; may be empty.' })
  description!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'Who made it.' })
  author!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Path to the LICENSE file in its repository, as it was sent.',
  })
  license!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Address of its icon.' })
  icon!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Address of its banner.' })
  bannerUrl!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Address of its repository.' })
  repository!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Its category.',
    deprecationReason: 'Use tags; the interface is going to drop it.',
  })
  category!: string | null;

  @Field(() => [String], { simple: true, description: 'Words its publisher sorts it under.' })
  tags!: string[];

  @Field(() => [String], {
    simple: true,
    description: 'Words that admins sort it under, security warnings among them.',
  })
  tagsAdmin!: string[];

  @Field(() => Int, { simple: true, description: 'How often it was downloaded.' })
  downloads!: number;

  @Field(() => Int, { simple: true, description: 'Stars of its repository.' })
  repoHostStars!: number;

  @Field(() => Float, { simple: true, nullable: true, description: 'Mean of its reviews, 1 to 5.' })
  rating!: number | null;

  @Field(() => Int, {
    simple: true,
    nullable: true,
    description: 'Its rank in search results; a lower one comes first.',
  })
  searchRanking!: number | null;

  @Field(() => NodeStatusEnum, { simple: true, description: 'Its state.' })
  status!: NodeStatus;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'What is to be said of its state, such as why it is banned.',
  })
  statusDetail!: string | null;

  @Field(() => [String], {
    simple: true,
    description: 'Core-node names that belong to it, whoever else provides them.',
  })
  preemptedCoreNodeNames!: string[];

  @Field(() => [String], {
    simple: true,
    description: 'Accelerators it supports, as classifiers; none named means all.',
  })
  supportedAccelerators!: string[];

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Versions of the host application’s frontend it supports.',
  })
  supportedCoreuiFrontendVersion!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Versions of the host application it supports.' })
  supportedCoreuiVersion!: string | null;

  @Field(() => [String], {
    simple: true,
    description: 'Operating systems it supports, as classifiers; none named means all.',
  })
  supportedOs!: string[];

  @Field(() => DateTime, { simple: true, description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { simple: true, description: 'When it was last changed.' })
  updatedAt!: string;
}

export const NodePage = pageType(() => Node, 'Node', 'nodes', 'in the order asked for');

export const NodeConnection = connectionTypes(() => Node, 'Node', 'nodes', 'revision');
