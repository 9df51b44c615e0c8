import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import type { Node } from '../entities/node.js';
import { NodeVersion } from '../entities/node-version.js';
import { AppError, invalidInput } from '../errors/app-error.js';
import { assertCan } from '../policy/authorize.js';
import { personOf } from '../policy/viewer.js';
import type { Settings } from '../settings.js';
import { foldNodeId } from '../values/node-id.js';
import { isPrerelease, isSemVer, precedenceKey } from '../values/semver.js';
import { NodeStatus, NodeVersionStatus } from '../values/states.js';
import { hashUploadToken, makeUploadToken } from '../values/upload-token.js';
import type { Publication } from './inputs.js';
import { createNode, lockHolder, nodeIdTaken } from './new-node.js';
import type { NodeService } from './node.service.js';
import { assertStorageQuota, assertVersionQuota } from './quotas.js';
import { lockPublisher } from './standing.js';
import { type Actor, isDuplicate, type Write, type Writer } from './write.js';

/** A version that waits for its archive. */
export interface Published {
  readonly version: NodeVersionRecord;
  /** The URL to PUT the archive to, within 15 minutes. */
  readonly signedUrl: string;
}

const UPLOAD_MINUTES = 15;
const WAITING_MAX = 100;

/**
 * Locks the version with this number, if it still waits for its archive.
 * @throws VERSION_TAKEN if the version has an archive, or is not Pending
 */
async function lockWaiting(write: Write, nodeId: string, number: string): Promise<NodeVersion | null> {
  const version = await write.em.findOne(
    NodeVersion,
    { nodeId, version: number },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (version && (version.status !== NodeVersionStatus.Pending || version.archiveStoredAt)) {
    throw new AppError(
      'VERSION_TAKEN',
      `Version ${number} of "${nodeId}" was already published. A version number can be used only once.`,
    );
  }
  return version;
}

const nonEmptyOr = (list: readonly string[] | null | undefined, fallback: readonly string[]): string[] => [
  ...(list && list.length > 0 ? list : fallback),
];

/** The fields that a publication sets on a version. Supported platforms default to those of the node. */
const versionFields = (node: Node, input: Publication['nodeVersion']) => ({
  changelog: input.changelog ?? '',
  dependencies: input.dependencies ?? [],
  deprecated: input.deprecated ?? false,
  supportedAccelerators: nonEmptyOr(input.supportedAccelerators, node.supportedAccelerators),
  supportedOs: nonEmptyOr(input.supportedOs, node.supportedOs),
  supportedCoreuiVersion: input.supportedCoreuiVersion ?? node.supportedCoreuiVersion ?? null,
  supportedCoreuiFrontendVersion: input.supportedCoreuiFrontendVersion ?? node.supportedCoreuiFrontendVersion ?? null,
  tags: input.tags ?? [],
});

/** Publishes versions: creates or updates the node, and adds a version that waits for its archive. */
export class PublishService {
  constructor(
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly nodes: NodeService,
    private readonly settings: Settings,
  ) {}

  /**
   * Publishes a version. Requires membership of the publisher, one of its tokens or the admin role. A version number
   * can be reused only if its archive was never uploaded.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, APPROVAL_NEEDED, PUBLISHER_BANNED, NODE_BANNED, INVALID_INPUT,
   *   NODE_ID_TAKEN, VERSION_TAKEN, QUOTA_REACHED
   */
  async publish(actor: Actor, publisherId: string, nodeId: string, publication: Publication): Promise<Published> {
    try {
      return await this.#publish(actor, publisherId, nodeId, publication);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    // A concurrent request created the same node or version. If it belongs to this publisher, a second attempt succeeds
    // or gets the proper error.
    return this.#publish(actor, publisherId, nodeId, publication);
  }

  async #publish(
    actor: Actor,
    publisherId: string,
    nodeId: string,
    { node: fields, nodeVersion: input }: Publication,
  ): Promise<Published> {
    if (fields.id !== undefined && foldNodeId(fields.id) !== foldNodeId(nodeId))
      throw invalidInput([`node.id: differs from the node in the path ("${nodeId}")`]);
    if (!isSemVer(input.version)) throw invalidInput(['node_version.version: takes a semantic version such as 1.2.3']);
    const token = makeUploadToken();
    const { id: _id, ...nodeFields } = fields;
    const id = await this.writer.run(actor, async (write) => {
      const node = await this.#node(write, publisherId, nodeId, nodeFields);
      const version = await this.#version(write, node, input);
      await this.#assertFewWaiting(write, publisherId, version.id);
      await assertStorageQuota(write, publisherId, 1, this.settings);
      // The response contains the upload URL.
      write.showsSecret = true;
      await write.query(
        `insert into archive_uploads (version_id, token_hash, expires_at, created_by) values ($1::uuid, $2, $3::timestamptz, $4::uuid)
         on conflict (version_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_by = excluded.created_by`,
        [
          version.id,
          hashUploadToken(token),
          new Date(write.at.getTime() + UPLOAD_MINUTES * 60_000).toISOString(),
          personOf(actor.viewer),
        ],
      );
      return version.id;
    });
    return {
      version: (await this.catalogue.versions.one(id))!,
      signedUrl: `${this.settings.PUBLIC_URL}/uploads/${id}?token=${token}`,
    };
  }

  /** Limits the versions that wait for their archives, because callers could create any number without uploading. */
  async #assertFewWaiting(write: Write, publisherId: string, versionId: string): Promise<void> {
    const [waiting] = await write.query<{ count: number }>(
      `select count(*)::int as count from archive_uploads u join node_versions v on v.id = u.version_id join nodes n on n.id = v.node_id
       where n.publisher_id = $1 and u.expires_at > $2::timestamptz and v.id <> $3::uuid`,
      [publisherId, write.at.toISOString(), versionId],
    );
    if (waiting!.count >= WAITING_MAX)
      throw new AppError(
        'QUOTA_REACHED',
        `${WAITING_MAX} versions of this publisher wait for their archives. Upload some of them first.`,
      );
  }

  async #node(write: Write, publisherId: string, id: string, fields: Omit<Publication['node'], 'id'>): Promise<Node> {
    const { viewer } = write.actor;
    const { publisher, standing } = await lockPublisher(write, publisherId, 'shared');
    assertCan(viewer, 'version.publish', standing);
    const node = await lockHolder(write, id);
    if (!node || node.status === NodeStatus.Deleted)
      return createNode(write, publisher, id, fields, this.settings, node);
    if (node.publisherId !== publisher.id) throw nodeIdTaken(id);
    assertCan(viewer, 'version.publish', { ...standing, nodeStatus: node.status });
    await this.nodes.change(write, node, fields);
    return node;
  }

  async #version(write: Write, node: Node, input: Publication['nodeVersion']): Promise<NodeVersion> {
    const waiting = await lockWaiting(write, node.id, input.version);
    if (!waiting) await assertVersionQuota(write, node.id, this.settings);
    const values = { ...versionFields(node, input), updatedAt: write.at };
    const version =
      waiting ??
      write.em.create(
        NodeVersion,
        {
          id: randomUUID(),
          nodeId: node.id,
          version: input.version,
          precedence: precedenceKey(input.version),
          isPrerelease: isPrerelease(input.version),
          status: NodeVersionStatus.Pending,
          coreNodeExtractStatus: 'pending',
          createdAt: write.at,
          ...values,
        },
        { persist: true },
      );
    Object.assign(version, values);
    await write.em.flush();
    write.changed({ kind: 'version', id: version.id, nodeId: node.id, change: waiting ? 'updated' : 'created' });
    write.audit({
      action: 'version.publish',
      subjectKind: 'version',
      subjectId: version.id,
      publisherId: node.publisherId,
      to: version.status,
      after: { version: input.version },
    });
    return version;
  }
}
