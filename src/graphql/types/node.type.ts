import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { NodeStatus } from '../../values/states.js';
import { DateTime, NonNegativeInt, Url } from '../scalars.js';
import { connectionTypes } from './connection.js';
import { NodeStatusEnum } from './enums.js';
import { pageType } from './page.js';

/** A node of the registry, for the graph. Its nested fields are in `fields/`. */
@ObjectType({ description: 'An extension of the host application. It belongs to a publisher and has versions.' })
export class Node {
  @Field(() => ID, { simple: true, description: 'Id of the node, unique in the registry.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'Display name.' })
  name!: string;

  @Field(() => String, { simple: true, description: 'Description of what the node does. Empty if none was given.' })
  description!: string;

  @Field(() => String, { simple: true, nullable: true, description: 'Name of the author; `null` if none was given.' })
  author!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description:
      'License, usually the path of the LICENSE file in the repository. Stored unchanged; `null` if none was given.',
  })
  license!: string | null;

  @Field(() => Url, { simple: true, nullable: true, description: 'URL of the icon; `null` if none was given.' })
  icon!: string | null;

  @Field(() => Url, { simple: true, nullable: true, description: 'URL of the banner; `null` if none was given.' })
  bannerUrl!: string | null;

  @Field(() => Url, {
    simple: true,
    nullable: true,
    description: 'URL of the source repository; `null` if none was given.',
  })
  repository!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Category of the node; `null` if none was given.',
    deprecationReason: 'Use `tags`. This field will be removed.',
  })
  category!: string | null;

  @Field(() => [String], { simple: true, description: 'Tags set by the publisher.' })
  tags!: string[];

  @Field(() => [String], {
    simple: true,
    description: 'Tags set by admins, such as security warnings.',
  })
  tagsAdmin!: string[];

  @Field(() => NonNegativeInt, { simple: true, description: 'Total number of downloads.' })
  downloads!: number;

  @Field(() => NonNegativeInt, { simple: true, description: 'Number of stars of the repository on its host.' })
  repoHostStars!: number;

  @Field(() => Float, {
    simple: true,
    nullable: true,
    description: 'Mean rating of the reviews, 1 to 5; `null` if there are no reviews.',
  })
  rating!: number | null;

  @Field(() => Int, {
    simple: true,
    nullable: true,
    description: 'Rank in search results: lower values come first. Set by admins; `null` if not set.',
  })
  searchRanking!: number | null;

  @Field(() => NodeStatusEnum, { simple: true, description: 'Status of the node.' })
  status!: NodeStatus;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Detail of the status, such as the reason of a ban; `null` if there is none.',
  })
  statusDetail!: string | null;

  @Field(() => [String], {
    simple: true,
    description: 'Core-node names reserved for this node, even if other nodes provide them too.',
  })
  preemptedCoreNodeNames!: string[];

  @Field(() => [String], {
    simple: true,
    description: 'Classifiers of the supported accelerators. An empty list means all.',
  })
  supportedAccelerators!: string[];

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Range of supported versions of the host application’s frontend; `null` if none was given.',
  })
  supportedCoreuiFrontendVersion!: string | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Range of supported versions of the host application; `null` if none was given.',
  })
  supportedCoreuiVersion!: string | null;

  @Field(() => [String], {
    simple: true,
    description: 'Classifiers of the supported operating systems. An empty list means all.',
  })
  supportedOs!: string[];

  @Field(() => DateTime, { simple: true, description: 'Time of creation.' })
  createdAt!: string;

  @Field(() => DateTime, { simple: true, description: 'Time of the last change.' })
  updatedAt!: string;
}

export const NodePage = pageType(() => Node, 'Node', 'nodes', 'in the requested order');

export const NodeConnection = connectionTypes(() => Node, 'Node', 'nodes', 'revision');
