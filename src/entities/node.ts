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
    bannedWithPublisher: p.boolean().default(false),
    detailBeforeBan: p.text().nullable(),
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

  /**
   * Bans it for its own sake: it stays banned when its publisher's ban is lifted.
   * @returns whether that changed anything
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

  /** Bans it because its publisher is banned: it is what it was when that ban is lifted. */
  banWithPublisher(at: Date): void {
    if (this.status === NodeStatus.Banned) return;
    this.ban('its publisher is banned', at);
    this.bannedWithPublisher = true;
  }

  /** Lifts its ban: it is again what it was before. */
  unban(at: Date): void {
    this.status = NodeStatus.Active;
    this.statusDetail = this.detailBeforeBan ?? null;
    this.detailBeforeBan = null;
    this.bannedWithPublisher = false;
    this.updatedAt = at;
  }

  /** Marks it deleted; the row keeps its id from being given to somebody else. A ban ends with it. */
  delete(at: Date): void {
    if (this.status === NodeStatus.Banned) this.unban(at);
    this.status = NodeStatus.Deleted;
    this.updatedAt = at;
  }

  /** Takes a deleted node back into use. */
  restore(at: Date): void {
    this.status = NodeStatus.Active;
    this.updatedAt = at;
  }
}
schema.setClass(Node);
