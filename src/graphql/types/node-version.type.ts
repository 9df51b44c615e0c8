import { Field, ID, ObjectType } from 'type-graphql';
import type { CoreNodeExtractStatus, NodeVersionStatus } from '../../values/states.js';
import { DateTime, Day, NonNegativeInt, Url } from '../scalars.js';
import { connectionTypes } from './connection.js';
import { CoreNodeExtractStatusEnum, NodeVersionStatusEnum } from './enums.js';
import { pageType } from './page.js';

/** A version of a node, for the graph. Its nested fields are in `fields/`. */
@ObjectType({ description: 'A version of a node.' })
export class NodeVersion {
  @Field(() => ID, { simple: true, description: 'Id of the version (UUID).' })
  id!: string;

  @Field(() => String, { simple: true, description: 'Semantic version. Unique within its node and never reused.' })
  version!: string;

  @Field(() => String, { simple: true, description: 'Summary of the changes. Empty if none was given.' })
  changelog!: string;

  @Field(() => [String], { simple: true, description: 'Pip requirements of the version.' })
  dependencies!: string[];

  @Field(() => Boolean, { simple: true, description: 'True if the publisher marked the version as deprecated.' })
  deprecated!: boolean;

  @Field(() => Url, {
    simple: true,
    nullable: true,
    description: 'Download URL of the archive; `null` if no archive was uploaded.',
  })
  downloadUrl!: string | null;

  @Field(() => NonNegativeInt, {
    simple: true,
    nullable: true,
    description: 'Size of the archive in bytes; `null` if no archive was uploaded.',
  })
  archiveSize!: number | null;

  @Field(() => String, {
    simple: true,
    nullable: true,
    description: 'SHA-256 of the archive in hexadecimal; `null` if no archive was uploaded.',
  })
  archiveSha256!: string | null;

  @Field(() => NodeVersionStatusEnum, { simple: true, description: 'Status of the version.' })
  status!: NodeVersionStatus;

  @Field(() => CoreNodeExtractStatusEnum, { simple: true, description: 'Status of the core-node extraction.' })
  coreNodeExtractStatus!: CoreNodeExtractStatus;

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

  @Field(() => [String], { simple: true, description: 'Tags set by the publisher.' })
  tags!: string[];

  @Field(() => [String], { simple: true, description: 'Tags set by admins.' })
  tagsAdmin!: string[];

  @Field(() => DateTime, { simple: true, description: 'Time of publication.' })
  createdAt!: string;

  @Field(() => DateTime, { simple: true, description: 'Time of the last change.' })
  updatedAt!: string;
}

export const NodeVersionPage = pageType(() => NodeVersion, 'NodeVersion', 'versions', 'newest first');

export const NodeVersionConnection = connectionTypes(() => NodeVersion, 'NodeVersion', 'versions', 'tracked');

/** A new version and the upload URL of its archive. */
@ObjectType({ description: 'Result of publishing: the new version and the upload URL of its archive.' })
export class PublishedNodeVersion {
  @Field(() => NodeVersion, { simple: true, description: 'The new version, with the status Pending.' })
  nodeVersion!: NodeVersion;

  @Field(() => Url, {
    simple: true,
    description: 'Upload URL. PUT the archive there as application/zip within 15 minutes.',
  })
  signedUrl!: string;
}

/** Downloads of one version on one day. */
@ObjectType({ description: 'Number of downloads of one version on one day.' })
export class DailyDownloads {
  @Field(() => Day, { simple: true, description: 'Day in UTC.' })
  day!: string;

  @Field(() => String, { simple: true, description: 'Semantic version.' })
  version!: string;

  @Field(() => NonNegativeInt, { simple: true, description: 'Number of downloads.' })
  downloads!: number;
}
