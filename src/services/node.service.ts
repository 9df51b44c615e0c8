import type { Catalogue } from '../catalogue/catalogue.js';
import type { ReadSet } from '../catalogue/read-set.js';
import type { CoreNodeRecord, NodeRecord, NodeVersionRecord, Page } from '../catalogue/records.js';
import type { VersionListQuestion } from '../catalogue/version-lists.js';
import {
  DEFAULT_VERSION_STATUSES,
  KEPT_VERSION_STATUSES,
  PUBLIC_VERSION,
  withoutHidden,
} from '../catalogue/visibility.js';
import type { Database } from '../db/database.js';
import type { Node } from '../entities/node.js';
import { AppError, notFound, unavailable } from '../errors/app-error.js';
import { assertCan, assertReadable, can } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import type { NodeVersionStatus } from '../values/states.js';
import { differences, isSame } from './fields.js';
import type { NewNodeInput, NodeUpdate } from './inputs.js';
import { createNode, nodeIdTaken, stored } from './new-node.js';
import type { Quotas } from './quotas.js';
import { hiddenReadableIn, lockPublisherAndNode, lockPublisher, standingIn } from './standing.js';
import { type Actor, isDuplicate, type Write, type Writer } from './write.js';

/** Reads nodes, and changes them for their publishers. */
export class NodeService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly quotas: Quotas,
  ) {}

  /**
   * Returns the node with this id in any spelling, or `undefined`.
   * @throws NODE_BANNED for a banned node, except to admins
   */
  async find(viewer: Viewer, id: string, reads?: ReadSet): Promise<NodeRecord | undefined> {
    const node = await this.catalogue.node(id, reads);
    if (node) assertReadable(viewer, node);
    return node;
  }

  /**
   * Returns the node with this id in any spelling.
   * @throws NODE_NOT_FOUND, NODE_BANNED
   */
  async get(viewer: Viewer, id: string): Promise<NodeRecord> {
    const node = await this.find(viewer, id);
    if (!node) throw notFound('node', id);
    return node;
  }

  /**
   * Returns a version of a node by its number. A version that is not Active requires membership of the publisher, one
   * of its tokens or the admin role; for other callers, the error contains the status.
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND
   */
  async version(viewer: Viewer, id: string, version: string): Promise<NodeVersionRecord> {
    const node = await this.get(viewer, id);
    const found = await this.catalogue.versionLists.byNumber(node.id, version);
    if (!found) throw notFound('version', version);
    if (await this.#mayReadVersion(viewer, node, found)) return found;
    throw unavailable(node.id, found);
  }

  /**
   * Returns the node with this id, which must belong to this publisher.
   * @throws PUBLISHER_NOT_FOUND, NODE_NOT_FOUND, NODE_BANNED
   */
  async getOf(viewer: Viewer, publisherId: string, id: string): Promise<NodeRecord> {
    if (!(await this.catalogue.publishers.one(publisherId))) throw notFound('publisher', publisherId);
    const node = await this.get(viewer, id);
    if (node.publisherId !== publisherId) throw notFound('node', id);
    return node;
  }

  /**
   * Returns the core-node definition of this name in one version of a node.
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND, CORE_NODE_NOT_FOUND
   */
  async coreNode(viewer: Viewer, id: string, version: string, name: string): Promise<CoreNodeRecord> {
    const found = await this.version(viewer, id, version);
    const definition = await this.catalogue.coreNodeLists.byName(found.id, name);
    if (!definition) throw notFound('core-node', name);
    return definition;
  }

  /**
   * Returns the first of the nodes that provide a core-node (docs/contract.md, "Providers of a core-node").
   * @throws CORE_NODE_NOT_FOUND if no Active node's latest version defines the name
   */
  async providerOf(name: string): Promise<NodeRecord> {
    const best = await this.catalogue.coreNodeLists.best(name);
    const node = best && (await this.catalogue.node(best.nodeId));
    if (!node) throw notFound('core-node', name);
    return node;
  }

  /**
   * Lists the versions of all Active nodes, or of one node, newest first. Flagged and Deleted versions require
   * membership of their publisher, one of its tokens or the admin role. The filter `reason` requires the admin role; it
   * is ignored for other callers.
   * @throws NODE_BANNED if the requested node is banned
   */
  async listVersions(
    viewer: Viewer,
    { reason, ...asked }: Omit<VersionListQuestion, 'hiddenOf'>,
    nodeId?: string,
  ): Promise<Page<NodeVersionRecord>> {
    const hasReason = reason !== undefined && can(viewer, 'version.searchReasons', undefined);
    const hiddenOf =
      withoutHidden(asked.statuses).length < asked.statuses.length
        ? await hiddenReadableIn(this.database, viewer)
        : undefined;
    const question = { ...asked, ...(hasReason ? { reason } : {}), ...(hiddenOf ? { hiddenOf } : {}) };
    if (nodeId === undefined) return this.catalogue.listVersions(question);
    const node = await this.find(viewer, nodeId);
    if (!node) return { items: [], page: question.page, limit: question.limit, total: 0 };
    return this.catalogue.listVersions({ ...question, nodeId: node.id });
  }

  /**
   * Lists the versions of a node, highest first. By default, members of its publisher, its tokens and admins get all
   * versions except Deleted ones, and other callers the Active ones.
   * @throws NODE_NOT_FOUND, NODE_BANNED
   */
  async versionsOf(
    viewer: Viewer,
    id: string,
    asked: readonly NodeVersionStatus[] | undefined,
    stretch: { readonly page: number; readonly limit: number },
  ): Promise<Page<NodeVersionRecord>> {
    const node = await this.get(viewer, id);
    const mayReadHidden = await this.#mayReadHidden(viewer, node);
    const chosen = asked ?? (mayReadHidden ? KEPT_VERSION_STATUSES : DEFAULT_VERSION_STATUSES);
    const statuses = mayReadHidden ? chosen : withoutHidden(chosen);
    return { ...(await this.catalogue.versionLists.ofNode(node.id, statuses, stretch)), ...stretch };
  }

  /** True if the viewer may change the node, so that user interfaces can show edit buttons. */
  async canEdit(viewer: Viewer, node: NodeRecord): Promise<boolean> {
    const publisher = await this.catalogue.publishers.one(node.publisherId);
    return (
      publisher !== undefined && can(viewer, 'node.update', await standingIn(this.database, viewer, publisher, node))
    );
  }

  /**
   * Changes the given fields of a node. Requires membership of its publisher, one of its tokens or the admin role.
   * Fields that only an admin may set are ignored for other callers.
   * @param publisherId the publisher that must own the node; `undefined` accepts any
   * @throws PUBLISHER_NOT_FOUND, NODE_NOT_FOUND, FORBIDDEN, PUBLISHER_BANNED, NODE_BANNED
   */
  async update(actor: Actor, publisherId: string | undefined, id: string, input: NodeUpdate): Promise<NodeRecord> {
    const owner = publisherId ?? (await this.ownerOf(id));
    const changed = await this.writer.run(actor, async (write) => {
      const { standing, node } = await lockPublisherAndNode(write, owner, id);
      assertCan(actor.viewer, 'node.update', standing);
      if (!node) throw notFound('node', id);
      assertCan(actor.viewer, 'node.update', { ...standing, nodeStatus: node.status });
      await this.change(write, node, input);
      return node.id;
    });
    return (await this.catalogue.node(changed))!;
  }

  /** Changes the given fields of a locked node. Fields that the caller may not set are ignored. */
  async change(write: Write, node: Node, input: NodeUpdate): Promise<void> {
    const difference = differences(node, stored(write, node.id, input));
    if (isSame(difference)) return;
    Object.assign(node, difference.after);
    // The id was verified for the previous repository, by the claim of the node.
    if ('repository' in difference.after) node.repositoryId = null;
    node.updatedAt = write.at;
    await write.em.flush();
    write.refreshSearch([node.id]);
    write.changed({ kind: 'node', id: node.id, change: 'updated' });
    write.audit({
      action: 'node.update',
      subjectKind: 'node',
      subjectId: node.id,
      publisherId: node.publisherId,
      ...difference,
    });
  }

  /**
   * Creates a node. Requires membership of the publisher or the admin role. Only the former publisher may use the id of
   * a deleted node, which restores that node.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, PUBLISHER_BANNED, INVALID_INPUT, NODE_ID_RESERVED, NODE_ID_TAKEN,
   *   QUOTA_REACHED
   */
  create(actor: Actor, publisherId: string, input: NewNodeInput): Promise<NodeRecord> {
    return this.#create(actor, 'node.create', publisherId, input);
  }

  async #create(
    actor: Actor,
    action: 'node.create' | 'node.createUnclaimed',
    publisherId: string,
    { id, ...fields }: NewNodeInput,
  ): Promise<NodeRecord> {
    try {
      const created = await this.writer.run(actor, async (write) => {
        const { publisher, standing } = await lockPublisher(write, publisherId, 'shared');
        assertCan(actor.viewer, action, standing);
        return (await createNode(write, publisher, id, fields, this.quotas)).id;
      });
      return (await this.catalogue.node(created))!;
    } catch (error) {
      throw isDuplicate(error) ? nodeIdTaken(id) : error;
    }
  }

  /**
   * Creates an unclaimed node, which belongs to no publisher until one claims it. Requires the admin role.
   * @throws FORBIDDEN, INVALID_INPUT, NODE_ID_RESERVED, NODE_ID_TAKEN
   */
  createUnclaimed(actor: Actor, input: NewNodeInput): Promise<NodeRecord> {
    return this.#create(actor, 'node.createUnclaimed', UNCLAIMED_PUBLISHER, input);
  }

  /**
   * Deletes a node whose versions are all deleted. Requires the owner or admin role.
   * @param publisherId the publisher that must own the node; `undefined` accepts any
   * @returns the node before its deletion
   * @throws PUBLISHER_NOT_FOUND, NODE_NOT_FOUND, FORBIDDEN, PUBLISHER_BANNED, NODE_BANNED, NODE_NOT_EMPTY
   */
  async delete(actor: Actor, publisherId: string | undefined, id: string): Promise<NodeRecord> {
    const before = await this.catalogue.node(id);
    const owner = publisherId ?? (await this.ownerOf(id));
    await this.writer.run(actor, async (write) => {
      const { publisher, standing, node } = await lockPublisherAndNode(write, owner, id);
      assertCan(actor.viewer, 'node.delete', standing);
      if (!node) throw notFound('node', id);
      assertCan(actor.viewer, 'node.delete', { ...standing, nodeStatus: node.status });
      const [left] = await write.query<{ count: number }>(
        `select count(*)::int as count from node_versions where node_id = $1 and status <> 'NodeVersionStatusDeleted'`,
        [node.id],
      );
      if (left!.count > 0)
        throw new AppError(
          'NODE_NOT_EMPTY',
          `The node "${node.id}" still has ${left!.count} version(s). Unpublish them first.`,
        );
      const from = node.status;
      node.delete(write.at);
      write.refreshSearch([node.id]);
      write.changed({ kind: 'node', id: node.id, change: 'deleted' });
      write.audit({
        action: 'node.delete',
        subjectKind: 'node',
        subjectId: node.id,
        publisherId: publisher.id,
        from,
        to: node.status,
      });
    });
    return before!;
  }

  /**
   * Lists the core-node definitions of one version of a node (endpoint 14).
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND if the version does not exist, or is not Active and the
   *   viewer has no access to it
   */
  async coreNodes(
    viewer: Viewer,
    id: string,
    version: string,
    page: number,
    limit: number,
  ): Promise<Page<CoreNodeRecord>> {
    const found = await this.version(viewer, id, version);
    return this.catalogue.coreNodesOfVersion(found.id, page, limit);
  }

  /**
   * Lists the core-node definitions of the whole catalogue (endpoint 13).
   * @throws NODE_BANNED if the requested node is banned
   */
  async listCoreNodes(
    viewer: Viewer,
    question: { nodeId?: string; nodeVersion?: string; name?: string; page: number; limit: number },
  ): Promise<Page<CoreNodeRecord>> {
    if (question.nodeId === undefined) return this.catalogue.listCoreNodes(question);
    const node = await this.find(viewer, question.nodeId);
    if (!node) return { items: [], page: question.page, limit: question.limit, total: 0 };
    return this.catalogue.listCoreNodes({ ...question, nodeId: node.id });
  }

  async #mayReadVersion(viewer: Viewer, node: NodeRecord, version: NodeVersionRecord): Promise<boolean> {
    return PUBLIC_VERSION.holds(version) || this.#mayReadHidden(viewer, node);
  }

  async #mayReadHidden(viewer: Viewer, node: NodeRecord): Promise<boolean> {
    const publisher = await this.catalogue.publishers.one(node.publisherId);
    return (
      publisher !== undefined && can(viewer, 'version.readHidden', await standingIn(this.database, viewer, publisher))
    );
  }

  /**
   * Returns the id of the publisher that owns a node.
   * @throws NODE_NOT_FOUND
   */
  async ownerOf(id: string): Promise<string> {
    await this.catalogue.refresh();
    const node = await this.catalogue.node(id);
    if (!node) throw notFound('node', id);
    return node.publisherId;
  }
}
