import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
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

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'Where its archive is to be had; null where none ever came.',
  })
  downloadUrl!: string | null;

  @Field(() => Float, { simple: true, nullable: true, description: 'Bytes of its archive.' })
  archiveSize!: number | null;

  @Field(() => String, { simple: true, nullable: true, description: 'SHA-256 of its archive, in hexadecimal.' })
  archiveSha256!: string | null;

  @Field(() => NodeVersionStatusEnum, { simple: true, description: 'Its state.' })
  status!: NodeVersionStatus;

  @Field(() => String, {
    simple: true,
    description: 'How far the extraction of its core-nodes is: pending, success, failed or invalid_format.',
  })
  coreNodeExtractStatus!: string;

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

  @Field(() => [String], { simple: true, description: 'Words its publisher sorts it under.' })
  tags!: string[];

  @Field(() => [String], { simple: true, description: 'Words that admins sort it under.' })
  tagsAdmin!: string[];

  @Field(() => DateTime, { simple: true, description: 'When it was published.' })
  createdAt!: string;
}

export const NodeVersionPage = pageType(() => NodeVersion, 'NodeVersion', 'versions', 'newest first');

export const NodeVersionConnection = connectionTypes(() => NodeVersion, 'NodeVersion', 'versions', 'tracked');

/** A version that waits for its archive. */
@ObjectType({ description: 'A version that waits for its archive.' })
export class PublishedNodeVersion {
  @Field(() => NodeVersion, { simple: true, description: 'The version.' })
  nodeVersion!: NodeVersion;

  @Field(() => String, {
    simple: true,
    description: 'Where its archive is to be PUT as application/zip, within 15 minutes.',
  })
  signedUrl!: string;
}

/** Downloads of one version on one day. */
@ObjectType({ description: 'Downloads of one version on one day.' })
export class DailyDownloads {
  @Field(() => String, { simple: true, description: 'The day (UTC), such as 2026-01-31.' })
  day!: string;

  @Field(() => String, { simple: true, description: 'The number of the version.' })
  version!: string;

  @Field(() => Int, { simple: true, description: 'How many downloads.' })
  downloads!: number;
}
