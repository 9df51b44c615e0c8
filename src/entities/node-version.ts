import { defineEntity, p } from '@mikro-orm/core';
import type { CoreNodeExtractStatus, NodeVersionStatus } from '../values/states.js';
import { moment, texts } from './columns.js';
import { Node } from './node.js';

const schema = defineEntity({
  name: 'NodeVersion',
  tableName: 'node_versions',
  properties: {
    id: p.uuid().primary(),
    nodeId: () => p.manyToOne(Node).mapToPk().fieldName('node_id'),
    version: p.text(),
    precedence: p.text(),
    isPrerelease: p.boolean(),
    changelog: p.text().default(''),
    dependencies: texts(),
    deprecated: p.boolean().default(false),
    status: p.text().$type<NodeVersionStatus>(),
    statusReason: p.text().nullable(),
    coreNodeExtractStatus: p.text().$type<CoreNodeExtractStatus>().default('pending'),
    coreNodeExtractDetail: p.text().nullable(),
    supportedAccelerators: texts(),
    supportedCoreuiFrontendVersion: p.text().nullable(),
    supportedCoreuiVersion: p.text().nullable(),
    supportedOs: texts(),
    tags: texts(),
    tagsAdmin: texts(),
    archiveSize: p.bigint('number').nullable(),
    archiveSha256: p.text().nullable(),
    archiveKey: p.text().nullable(),
    archiveStoredAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** A version of a node. The row of an unpublished version is not removed, so that its number is never reused. */
export class NodeVersion extends schema.class {
  /** Sets the archive. Called once, because the archive of a version never changes. */
  setArchive(key: string, { size, sha256 }: { readonly size: number; readonly sha256: string }, at: Date): void {
    this.archiveKey = key;
    this.archiveSize = size;
    this.archiveSha256 = sha256;
    this.archiveStoredAt = at;
    this.updatedAt = at;
  }

  /** Changes the status and its reason. */
  changeStatus(status: NodeVersionStatus, reason: string | null, at: Date): void {
    this.status = status;
    this.statusReason = reason;
    this.updatedAt = at;
  }
}
schema.setClass(NodeVersion);
