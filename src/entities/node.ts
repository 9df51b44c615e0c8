import { defineEntity, p } from '@mikro-orm/core';
import { NodeStatus } from '../values/states.js';
import { moment, texts } from './columns.js';
import { Publisher } from './publisher.js';

const schema = defineEntity({
  name: 'Node',
  tableName: 'nodes',
  properties: {
    id: p.text().primary(),
    foldedId: p.text(),
    publisherId: () => p.manyToOne(Publisher).mapToPk().fieldName('publisher_id'),
    name: p.text(),
    description: p.text().default(''),
    author: p.text().nullable(),
    license: p.text().nullable(),
    icon: p.text().nullable(),
    bannerUrl: p.text().nullable(),
    repository: p.text().nullable(),
    repositoryId: p.bigint('string').nullable(),
    category: p.text().nullable(),
    tags: texts(),
    tagsAdmin: texts(),
    downloads: p.integer().default(0),
    repoHostStars: p.integer().default(0),
    rating: p.float().columnType('real').nullable(),
    searchRanking: p.integer().nullable(),
    status: p.text().$type<NodeStatus>().default(NodeStatus.Active),
    statusDetail: p.text().nullable(),
    preemptedCoreNodeNames: texts(),
    supportedAccelerators: texts(),
    supportedCoreuiFrontendVersion: p.text().nullable(),
    supportedCoreuiVersion: p.text().nullable(),
    supportedOs: texts(),
    latestVersionId: p.uuid().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** An extension: what a publisher owns and what versions belong to. */
export class Node extends schema.class {
  /** Gives the node to the publisher that proved it owns the repository, and keeps the repository's number. */
  claim(publisherId: string, repositoryId: string, at: Date): void {
    this.publisherId = publisherId;
    this.repositoryId = repositoryId;
    this.updatedAt = at;
  }
}
schema.setClass(Node);
