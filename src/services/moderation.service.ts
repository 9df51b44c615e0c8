import { LockMode } from '@mikro-orm/core';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeRecord, NodeVersionRecord, PublisherRecord } from '../catalogue/records.js';
import type { Node } from '../entities/node.js';
import { NodeVersion } from '../entities/node-version.js';
import { AppError, forbidden, invalidInput, notFound } from '../errors/app-error.js';
import { assertCan, bestStanding, can } from '../policy/authorize.js';
import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import { NodeStatus, NodeVersionStatus, PublisherStatus } from '../values/states.js';
import type { AuditAction } from '../values/audit.js';
import type { Decision } from '../values/moderation.js';
import { parseInput } from '../values/parse.js';
import { isUuid } from '../values/uuid.js';
import type { ArchiveChecks } from './archive.service.js';
import { type NodeChange, nodeControl, type NodeModeration, type VersionModeration } from './inputs.js';
import type { NodeService } from './node.service.js';
import { releaseHeldVersions } from './held-versions.js';
import { lockForMove, moveNode } from './move-node.js';
import { lockNode, lockPublisherAndNode, lockPublisher } from './standing.js';
import { updateApproval, waitsForReview } from './version-findings.js';
import { changeVersionFields, changeVersionStatus } from './version-status.js';
import type { Actor, Write, Writer } from './write.js';

/** Moderation by admins: reversible bans, and version statuses with reasons. */
export class ModerationService {
  constructor(
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly nodes: NodeService,
    private readonly checks: ArchiveChecks,
  ) {}

  /**
   * Bans a publisher and, in the same transaction, all its Active nodes. Idempotent.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN
   */
  async banPublisher(actor: Actor, id: string, reason: string): Promise<PublisherRecord> {
    await this.writer.run(actor, async (write) => {
      assertCan(actor.viewer, 'publisher.ban', undefined);
      const { publisher } = await lockPublisher(write, id);
      if (id === UNCLAIMED_PUBLISHER)
        throw forbidden(`The publisher "${id}" belongs to the registry and can’t be banned.`);
      if (!publisher.setStatus(PublisherStatus.Banned, write.at)) return;
      const nodes = await write.query<{ id: string }>(
        `update nodes set status = 'NodeStatusBanned', banned_with_publisher = true, detail_before_ban = status_detail, status_detail = $2, updated_at = $3::timestamptz
         where publisher_id = $1 and status = 'NodeStatusActive' returning id`,
        [id, reason, write.at.toISOString()],
      );
      auditBan(write, 'publisher.ban', id, nodes, { from: PublisherStatus.Active, to: PublisherStatus.Banned, reason });
    });
    return (await this.catalogue.publishers.one(id))!;
  }

  /**
   * Lifts a publisher's ban, and the bans of the nodes that were banned with it. Idempotent.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN
   */
  async unbanPublisher(actor: Actor, id: string, reason?: string): Promise<PublisherRecord> {
    await this.writer.run(actor, async (write) => {
      assertCan(actor.viewer, 'publisher.ban', undefined);
      const { publisher } = await lockPublisher(write, id);
      if (!publisher.setStatus(PublisherStatus.Active, write.at)) return;
      const nodes = await write.query<{ id: string }>(
        `update nodes set status = 'NodeStatusActive', banned_with_publisher = false, status_detail = detail_before_ban, detail_before_ban = null, updated_at = $2::timestamptz
         where publisher_id = $1 and status = 'NodeStatusBanned' and banned_with_publisher returning id`,
        [id, write.at.toISOString()],
      );
      auditBan(write, 'publisher.unban', id, nodes, {
        from: PublisherStatus.Banned,
        to: PublisherStatus.Active,
        ...(reason === undefined ? {} : { reason }),
      });
    });
    return (await this.catalogue.publishers.one(id))!;
  }

  /**
   * Bans a node. Idempotent. If the node was banned with its publisher, it then stays banned when the publisher's ban
   * is lifted.
   * @param publisherId the publisher that must own the node; `undefined` accepts any
   * @throws NODE_NOT_FOUND, FORBIDDEN
   */
  async banNode(actor: Actor, publisherId: string | undefined, id: string, reason: string): Promise<NodeRecord> {
    const banned = await this.writer.run(actor, async (write) => {
      assertCan(actor.viewer, 'node.ban', undefined);
      const node = await lockNode(write, id, publisherId);
      banLocked(write, node, reason);
      return node.id;
    });
    return (await this.catalogue.node(banned))!;
  }

  /**
   * Lifts a node's ban and restores its previous state. Idempotent.
   * @throws NODE_NOT_FOUND, FORBIDDEN, BANNED_WITH_PUBLISHER while its publisher is banned
   */
  async unbanNode(actor: Actor, publisherId: string | undefined, id: string, reason?: string): Promise<NodeRecord> {
    assertCan(actor.viewer, 'node.ban', undefined);
    const owner = publisherId ?? (await this.nodes.ownerOf(id));
    const unbanned = await this.writer.run(actor, async (write) => {
      const { publisher, node } = await lockPublisherAndNode(write, owner, id);
      if (!node) throw notFound('node', id);
      unbanLocked(write, node, publisher.status, reason);
      return node.id;
    });
    return (await this.catalogue.node(unbanned))!;
  }

  /**
   * Changes a node of a publisher: for admins like `updateNode`, for other callers like `NodeService.update`. The
   * fields that only an admin may set are ignored for other callers, who send back whole records.
   * @throws the errors of both; NODE_NOT_FOUND if the node belongs to another publisher
   */
  async updateNodeOf(actor: Actor, publisherId: string, id: string, input: NodeChange): Promise<NodeRecord> {
    const { publisher, status, statusDetail, ...fields } = input;
    if (!can(actor.viewer, 'node.setAdminFields', undefined)) return this.nodes.update(actor, publisherId, id, fields);
    assertCan(actor.viewer, 'node.update', bestStanding(actor.viewer));
    const control = parseInput(nodeControl, { publisher, status, statusDetail });
    return this.updateNode(actor, publisherId, id, { ...fields, ...control });
  }

  /**
   * Changes the fields of a node, including the admin fields, its publisher and its ban, in one transaction. Requires
   * the admin role.
   * @param publisherId the publisher that must own the node; `undefined` accepts any
   * @throws NODE_NOT_FOUND, FORBIDDEN, INVALID_INPUT for a ban without a reason, BANNED_WITH_PUBLISHER,
   *   PUBLISHER_NOT_FOUND, PUBLISHER_UNAVAILABLE
   */
  async updateNode(
    actor: Actor,
    publisherId: string | undefined,
    id: string,
    { status, statusDetail, publisher: target, ...fields }: NodeModeration,
  ): Promise<NodeRecord> {
    assertCan(actor.viewer, 'node.setAdminFields', undefined);
    const owner = publisherId ?? (await this.nodes.ownerOf(id));
    const targetId = target?.id ?? undefined;
    const changed = await this.writer.run(actor, async (write) => {
      await lockForMove(write, owner, targetId);
      const { publisher, node } = await lockPublisherAndNode(write, owner, id);
      if (!node) throw notFound('node', id);
      await this.nodes.change(write, node, fields);
      await moveNode(write, node, targetId);
      // A client that sends back what it has read does not decide about the ban.
      if (status === node.status && (statusDetail ?? null) === node.statusDetail) return node.id;
      if (status === NodeStatus.Banned) {
        if (!statusDetail && node.status !== NodeStatus.Banned)
          throw invalidInput(['status_detail: is needed: the reason of the ban']);
        if (statusDetail) banLocked(write, node, statusDetail);
      }
      if (status === NodeStatus.Active) {
        // The new publisher of a moved node is Active: `lockForMove` refuses a banned one.
        const ownerStatus = node.publisherId === owner ? publisher.status : PublisherStatus.Active;
        unbanLocked(write, node, ownerStatus, statusDetail ?? undefined);
      }
      return node.id;
    });
    return (await this.catalogue.node(changed))!;
  }

  /**
   * Sets the status of a version, with its reason, and the fields that its publisher or an admin may set. Requires the
   * admin role.
   * @throws NODE_NOT_FOUND, NODE_VERSION_NOT_FOUND, FORBIDDEN, INVALID_INPUT for a status without a reason
   */
  async updateVersion(
    actor: Actor,
    nodeId: string,
    number: string,
    { status, statusReason, ...fields }: VersionModeration,
  ): Promise<NodeVersionRecord> {
    const changed = await this.writer.run(actor, async (write) => {
      assertCan(actor.viewer, 'version.setStatus', undefined);
      const node = await lockNode(write, nodeId);
      const version = await write.em.findOne(
        NodeVersion,
        { nodeId: node.id, version: number },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!version) throw notFound('version', number);
      changeVersionFields(write, node, version, fields);
      if (status !== undefined && (await changeVersionStatus(write, node, version, status, statusReason ?? null))) {
        await updateApproval(write, version, status);
        if (status === NodeVersionStatus.Active) await releaseHeldVersions(write, node);
      }
      // Setting the status Pending checks the archive again, because the rules may have changed.
      if (status === NodeVersionStatus.Pending && version.archiveStoredAt)
        await this.checks.ask(write, version.id, node.publisherId);
      return version.id;
    });
    if (status === NodeVersionStatus.Pending) this.checks.wake();
    return (await this.catalogue.versions.one(changed))!;
  }

  /**
   * Approves or rejects a version of the moderators' queue. An approved one is Active, and its findings are approved,
   * which releases other versions of the node that only these findings hold; a rejected one becomes Banned. Requires
   * the admin role.
   * @param kind `version` for one that is held, `warning` for the latest version whose warnings wait for a review
   * @param isReleased true if an earlier decision of the same call has released the version
   * @returns the ids of the other versions that became Active
   * @throws NODE_VERSION_NOT_FOUND, FORBIDDEN, INVALID_INPUT for a rejection without a reason, VERSION_NOT_HELD or
   *   WARNINGS_NOT_WAITING if it was decided before
   */
  async decideVersion(
    actor: Actor,
    kind: 'version' | 'warning',
    id: string,
    decision: Decision,
    reason: string | undefined,
    isReleased: boolean,
  ): Promise<string[]> {
    if (decision === 'reject' && (reason ?? '').trim() === '')
      throw invalidInput(['reason: is needed for a rejection']);
    return this.writer.run(actor, async (write) => {
      assertCan(actor.viewer, 'version.setStatus', undefined);
      const [place] = isUuid(id)
        ? await write.query<{ nodeId: string }>('select node_id as "nodeId" from node_versions where id = $1::uuid', [
            id,
          ])
        : [];
      if (!place) throw notFound('version', id);
      const node = await lockNode(write, place.nodeId);
      const version = (await write.em.findOne(NodeVersion, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }))!;
      const name = `Version ${version.version} of "${node.id}"`;
      const isActive = version.status === NodeVersionStatus.Active;
      if (kind === 'version' && version.status !== NodeVersionStatus.Flagged && !(isActive && isReleased))
        throw new AppError('VERSION_NOT_HELD', `${name} is not held (status: ${version.status}).`);
      if (kind === 'warning' && !(isActive && (await waitsForReview(write, version))))
        throw new AppError('WARNINGS_NOT_WAITING', `${name} has no warnings that wait for a review.`);
      const status = decision === 'approve' ? NodeVersionStatus.Active : NodeVersionStatus.Banned;
      if (isActive && decision === 'approve') reviewFindings(write, node, version, reason);
      else await changeVersionStatus(write, node, version, status, reason ?? null);
      await updateApproval(write, version, status);
      return status === NodeVersionStatus.Active ? releaseHeldVersions(write, node) : [];
    });
  }
}

/** Records that a moderator has approved the findings of an Active version. */
function reviewFindings(write: Write, node: Node, version: NodeVersion, reason?: string): void {
  write.changed({ kind: 'version', id: version.id, nodeId: node.id, change: 'updated' });
  write.audit({
    action: 'version.approveFindings',
    subjectKind: 'version',
    subjectId: version.id,
    publisherId: node.publisherId,
    ...(reason === undefined ? {} : { reason }),
  });
}

function banLocked(write: Write, node: Node, reason: string): void {
  const from = node.status;
  if (!node.ban(reason, write.at)) return;
  write.changed({ kind: 'node', id: node.id, change: 'status' });
  write.audit({
    action: 'node.ban',
    subjectKind: 'node',
    subjectId: node.id,
    publisherId: node.publisherId,
    from,
    to: node.status,
    reason,
  });
}

function unbanLocked(write: Write, node: Node, publisherStatus: PublisherStatus, reason?: string): void {
  if (node.status !== NodeStatus.Banned) return;
  if (publisherStatus === PublisherStatus.Banned)
    throw new AppError(
      'BANNED_WITH_PUBLISHER',
      `The publisher of "${node.id}" is banned. Lift the publisher’s ban instead.`,
    );
  node.unban(write.at);
  write.changed({ kind: 'node', id: node.id, change: 'status' });
  write.audit({
    action: 'node.unban',
    subjectKind: 'node',
    subjectId: node.id,
    publisherId: node.publisherId,
    from: NodeStatus.Banned,
    to: node.status,
    ...(reason === undefined ? {} : { reason }),
  });
}

function auditBan(
  write: Write,
  action: AuditAction,
  publisherId: string,
  nodes: readonly { id: string }[],
  { from, to, reason }: { from: PublisherStatus; to: PublisherStatus; reason?: string },
): void {
  const why = reason === undefined ? {} : { reason };
  write.changed({ kind: 'publisher', id: publisherId, change: 'status' });
  write.audit({ action, subjectKind: 'publisher', subjectId: publisherId, publisherId, from, to, ...why });
  const [before, after] =
    to === PublisherStatus.Banned ? [NodeStatus.Active, NodeStatus.Banned] : [NodeStatus.Banned, NodeStatus.Active];
  for (const { id } of nodes) {
    write.changed({ kind: 'node', id, change: 'status' });
    write.audit({
      action: to === PublisherStatus.Banned ? 'node.ban' : 'node.unban',
      subjectKind: 'node',
      subjectId: id,
      publisherId,
      from: before,
      to: after,
      ...why,
    });
  }
}
