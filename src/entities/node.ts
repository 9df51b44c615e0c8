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
    /** Bytes of the archives of all versions of the node, including unpublished ones. */
    storedBytes: p.bigint('number').default(0),
    repoHostStars: p.integer().default(0),
    rating: p.float().columnType('real').nullable(),
    searchRanking: p.integer().nullable(),
    status: p.text().$type<NodeStatus>().default(NodeStatus.Active),
    statusDetail: p.text().nullable(),
    bannedWithPublisher: p.boolean().default(false),
    detailBeforeBan: p.text().nullable(),
    /** True if the node itself was banned when it was deleted, not only its publisher. */
    bannedWhenDeleted: p.boolean().default(false),
    preemptedCoreNodeNames: texts(),
    coreNodeNamePattern: p.text().nullable(),
    supportedAccelerators: texts(),
    supportedCoreuiFrontendVersion: p.text().nullable(),
    supportedCoreuiVersion: p.text().nullable(),
    supportedOs: texts(),
    latestVersionId: p.uuid().nullable(),
    coreNodesVersionId: p.uuid().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** An extension. It belongs to a publisher and has versions. */
export class Node extends schema.class {
  /** Transfers the node to the publisher that owns its repository, and stores the repository's id. */
  claim(publisherId: string, repositoryId: string, at: Date): void {
    this.publisherId = publisherId;
    this.repositoryId = repositoryId;
    this.updatedAt = at;
  }

  /** Moves the node to another publisher. Clears the repository's id, because only a claim proves its ownership. */
  move(publisherId: string, at: Date): void {
    this.publisherId = publisherId;
    this.repositoryId = null;
    this.updatedAt = at;
  }

  /**
   * Bans the node itself, so that it stays banned when its publisher's ban is lifted.
   * @returns true if anything changed
   */
  ban(reason: string, at: Date): boolean {
    if (this.status === NodeStatus.Banned && !this.bannedWithPublisher) return false;
    if (this.status !== NodeStatus.Banned) this.detailBeforeBan = this.statusDetail ?? null;
    this.status = NodeStatus.Banned;
    this.bannedWithPublisher = false;
    this.statusDetail = reason;
    this.updatedAt = at;
    return true;
  }

  /**
   * Bans the node because its publisher is banned. The previous state is restored when that ban is lifted. Does nothing
   * if the node is banned already.
   */
  banWithPublisher(at: Date): void {
    if (this.status === NodeStatus.Banned) return;
    this.ban('its publisher is banned', at);
    this.bannedWithPublisher = true;
  }

  /** Lifts the ban of the node and restores its previous status detail. */
  unban(at: Date): void {
    this.status = NodeStatus.Active;
    this.statusDetail = this.detailBeforeBan ?? null;
    this.detailBeforeBan = null;
    this.bannedWithPublisher = false;
    this.updatedAt = at;
  }

  /** Marks the node as deleted. The row reserves the id for its publisher, and stores a ban of the node itself. */
  delete(at: Date): void {
    this.bannedWhenDeleted = this.status === NodeStatus.Banned && !this.bannedWithPublisher;
    if (this.status === NodeStatus.Banned && !this.bannedWhenDeleted) this.unban(at);
    this.status = NodeStatus.Deleted;
    this.updatedAt = at;
  }

  /** Restores a deleted node. A node that was banned itself when it was deleted is banned again. */
  restore(at: Date): void {
    this.status = this.bannedWhenDeleted ? NodeStatus.Banned : NodeStatus.Active;
    this.bannedWhenDeleted = false;
    this.updatedAt = at;
  }
}
schema.setClass(Node);
