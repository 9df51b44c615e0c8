import { LockMode } from '@mikro-orm/core';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeVersionRecord } from '../catalogue/records.js';
import { PUBLIC_NODE, PUBLIC_VERSION } from '../catalogue/visibility.js';
import type { Database } from '../db/database.js';
import type { Node } from '../entities/node.js';
import { NodeVersion } from '../entities/node-version.js';
import { notFound, unavailable } from '../errors/app-error.js';
import { assertCan, can } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import { foldNodeId } from '../values/node-id.js';
import { NodeVersionStatus, PublisherStatus } from '../values/states.js';
import { isUuid } from '../values/uuid.js';
import type { VersionFields } from './inputs.js';
import { lockPublisherAndNode, rolesOf } from './standing.js';
import { changeVersionFields, changeVersionStatus } from './version-status.js';
import type { Actor, Write, Writer } from './write.js';

/** The path of a version in a request: the publisher and the node that it must belong to, and its id. */
export interface VersionPath {
  readonly publisherId: string;
  readonly nodeId: string;
  readonly versionId: string;
}

/** A version by its node and number. */
export interface VersionRef {
  readonly nodeId: string;
  readonly version: string;
}

/** A version by its id, or by its node and number. */
export type VersionName = { readonly versionId: string } | VersionRef;

/** Versions of nodes. */
export class VersionService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
  ) {}

  /**
   * Unpublishes one version. Its status becomes Deleted; the row and its version number stay reserved. Idempotent.
   * Requires membership of the publisher, one of its tokens or the admin role.
   * @throws PUBLISHER_NOT_FOUND, NODE_NOT_FOUND, NODE_VERSION_NOT_FOUND if the version does not belong to this node
   */
  async unpublish(actor: Actor, path: VersionPath): Promise<NodeVersionRecord> {
    await this.writer.run(actor, async (write) => {
      const { node, version } = await this.#locked(write, path, 'version.unpublish');
      if (version.status === NodeVersionStatus.Deleted) return;
      // The reason of an earlier Flagged or Banned status is kept, so that members can still read it.
      const reason = version.statusReason
        ? `unpublished; before that ${version.status}: ${version.statusReason}`
        : 'unpublished';
      await changeVersionStatus(write, node, version, NodeVersionStatus.Deleted, reason, 'version.unpublish');
    });
    return (await this.catalogue.versions.one(path.versionId.toLowerCase()))!;
  }

  /**
   * Changes the given fields of a version. Requires membership of its publisher or the admin role.
   * @throws PUBLISHER_NOT_FOUND, NODE_NOT_FOUND, NODE_VERSION_NOT_FOUND, FORBIDDEN, PUBLISHER_BANNED, NODE_BANNED
   */
  async update(actor: Actor, path: VersionPath, fields: VersionFields): Promise<NodeVersionRecord> {
    await this.writer.run(actor, async (write) => {
      const { node, version } = await this.#locked(write, path, 'version.update');
      changeVersionFields(write, node, version, fields);
    });
    return (await this.catalogue.versions.one(path.versionId.toLowerCase()))!;
  }

  /**
   * Returns the publisher, the node, the id and the number of a version.
   * @throws NODE_NOT_FOUND, NODE_VERSION_NOT_FOUND
   */
  async pathOf(name: VersionName): Promise<VersionPath & VersionRef> {
    const version = await ('versionId' in name ? this.#byId(name.versionId) : this.#byNumber(name));
    const node = version && (await this.catalogue.node(version.nodeId));
    if (!node) throw notFound('version', 'versionId' in name ? name.versionId : name.version);
    return { publisherId: node.publisherId, nodeId: node.id, versionId: version.id, version: version.version };
  }

  /**
   * Returns the node and the number of a version.
   * @throws NODE_VERSION_NOT_FOUND if the reference is an id that does not exist
   */
  async refOf(name: VersionName): Promise<VersionRef> {
    return 'versionId' in name ? this.pathOf(name) : name;
  }

  async #byId(id: string): Promise<NodeVersionRecord | undefined> {
    return isUuid(id) ? this.catalogue.versions.one(id.toLowerCase()) : undefined;
  }

  async #byNumber({ nodeId, version }: VersionRef): Promise<NodeVersionRecord | undefined> {
    const node = await this.catalogue.node(nodeId);
    if (!node) throw notFound('node', nodeId);
    return this.catalogue.versionLists.byNumber(node.id, version);
  }

  /**
   * Looks up many versions by node and number.
   * @returns for each, in order, the version if it and its node are Active, otherwise the reason why there is none
   */
  async bulk(refs: readonly VersionRef[]): Promise<(NodeVersionRecord | string)[]> {
    const nodes = await this.catalogue.nodes.many(refs.map(({ nodeId }) => foldNodeId(nodeId)));
    const known = refs.map(({ version }, index) => ({ nodeId: nodes[index]?.id ?? '', version }));
    const versions = await this.catalogue.versionLists.byNumbers(known);
    return versions.map((version, index) => {
      const node = nodes[index];
      if (!node || !version) return `There is no version ${refs[index]!.version} of ${refs[index]!.nodeId}.`;
      if (!PUBLIC_NODE.holds(node)) return `The node "${node.id}" is not available (status: ${node.status}).`;
      return PUBLIC_VERSION.holds(version) ? version : unavailable(node.id, version).message;
    });
  }

  /**
   * Returns the ids of the versions whose status reason, findings and other details the viewer may read. Runs one
   * statement at most.
   */
  async withReadableDetails(viewer: Viewer, versions: readonly NodeVersionRecord[]): Promise<Set<string>> {
    const nodes = await this.catalogue.nodes.many(versions.map(({ nodeId }) => foldNodeId(nodeId)));
    const owners = nodes.map((node) => node?.publisherId ?? '');
    const roles = await rolesOf(this.database, viewer, [...new Set(owners)]);
    const readable = versions.filter((_, index) => {
      const publisherId = owners[index]!;
      return can(viewer, 'version.readHidden', {
        publisherId,
        publisherStatus: PublisherStatus.Active,
        role: roles.get(publisherId),
      });
    });
    return new Set(readable.map(({ id }) => id));
  }

  /** Locks a version, and asserts that the caller may perform the action. */
  async #locked(
    write: Write,
    { publisherId, nodeId, versionId }: VersionPath,
    action: 'version.unpublish' | 'version.update',
  ): Promise<{ node: Node; version: NodeVersion }> {
    const { viewer } = write.actor;
    const { standing, node } = await lockPublisherAndNode(write, publisherId, nodeId);
    assertCan(viewer, action, standing);
    if (!node) throw notFound('node', nodeId);
    assertCan(viewer, action, { ...standing, nodeStatus: node.status });
    const version = isUuid(versionId)
      ? await write.em.findOne(
          NodeVersion,
          { id: versionId, nodeId: node.id },
          { lockMode: LockMode.PESSIMISTIC_WRITE },
        )
      : null;
    if (!version) throw notFound('version', versionId);
    return { node, version };
  }
}
