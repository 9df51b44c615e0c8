import { Field, ID, ObjectType } from 'type-graphql';
import type { NodeVersionStatus } from '../../values/states.js';
import { DateTime } from '../scalars.js';
import { connectionTypes } from './connection.js';
import { NodeVersionStatusEnum } from './enums.js';
import { pageType } from './page.js';

/** A version of a node, for the graph. Its nested fields are in `fields/`. */
@ObjectType({ description: 'One version of a node.' })
export class NodeVersion {
  @Field(() => ID, { simple: true, description: 'Unique in the registry.' })
  id!: string;

  @Field(() => String, { simple: true, description: 'Its semantic version; unique in its node, for ever.' })
  version!: string;

  @Field(() => String, { simple: true, description: 'What is new in it; may be empty.' })
  changelog!: string;

  @Field(() => [String], { simple: true, description: 'Pip dependencies it needs.' })
  dependencies!: string[];

  @Field(() => Boolean, { simple: true, description: 'Whether its publisher advises against it.' })
  deprecated!: boolean;

  @Field(() => NodeVersionStatusEnum, { simple: true, description: 'Its state.' })
  status!: NodeVersionStatus;

  @Field(() => String, { simple: true, description: 'How far the extraction of its core-nodes is: pending, success, failed or invalid_format.' })
  coreNodeExtractStatus!: string;

  @Field(() => [String], { simple: true, description: 'Accelerators it supports, as classifiers; none named means all.' })
  supportedAccelerators!: string[];

  @Field(() => String, { simple: true, nullable: true, description: 'Versions of the host application’s frontend it supports.' })
  supportedCoreuiFrontendVersion!: string | null;

  @Field(() => String, { simple: true, nullable: true, description: 'Versions of the host application it supports.' })
  supportedCoreuiVersion!: string | null;

  @Field(() => [String], { simple: true, description: 'Operating systems it supports, as classifiers; none named means all.' })
  supportedOs!: string[];

  @Field(() => [String], { simple: true, description: 'Words its publisher sorts it under.' })
  tags!: string[];

  @Field(() => [String], { simple: true, description: 'Words that admins sort it under.' })
  tagsAdmin!: string[];

  @Field(() => DateTime, { simple: true, description: 'When it was published.' })
  createdAt!: string;
}

export const NodeVersionPage = pageType(() => NodeVersion, 'NodeVersion', 'versions', 'newest first');

export const NodeVersionConnection = connectionTypes(() => NodeVersion, 'NodeVersion', 'versions');
