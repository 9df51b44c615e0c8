import type { Catalogue } from '../catalogue/catalogue.js';
import type { Reads } from '../catalogue/read-set.js';
import type { CoreNodeRecord, NodeRecord, NodeVersionRecord, Page } from '../catalogue/records.js';
import type { VersionListQuestion } from '../catalogue/version-lists.js';
import type { Database } from '../db/database.js';
import type { Node } from '../entities/node.js';
import { AppError, notFound } from '../errors/app-error.js';
import { assertCan, assertReadable, can } from '../policy/authorize.js';
import type { Viewer } from '../policy/viewer.js';
import { NodeVersionStatus } from '../values/states.js';
import { differences, isSame } from './fields.js';
import type { NewNodeInput, NodeUpdate } from './inputs.js';
import { createNode, nodeIdTaken, stored } from './new-node.js';
import { lockPlace, lockPublisher, standingIn } from './standing.js';
import { type Actor, isDuplicate, type Write, type Writer } from './write.js';

/** Nodes: reading them by id, and what their publishers may change. */
export class NodeService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
  ) {}

  /**
   * The node of this id, in whatever spelling, or undefined.
   * @throws NODE_BANNED for a banned node, except to admins
   */
  async find(viewer: Viewer, id: string, reads?: Reads): Promise<NodeRecord | undefined> {
    const node = await this.catalogue.node(id, reads);
    if (node) assertReadable(viewer, node);
    return node;
  }

  /**
   * The node of this id, in whatever spelling.
   * @throws NODE_NOT_FOUND, NODE_BANNED
   */
  async get(viewer: Viewer, id: string): Promise<NodeRecord> {
    const node = await this.find(viewer, id);
    if (!node) throw notFound('node', id);
    return node;
  }

  /**
   * A version of a node by its number. One that is not Active is for members, tokens and admins; strangers learn its
   * status.
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND
   */
  async version(viewer: Viewer, id: string, version: string): Promise<NodeVersionRecord> {
    const node = await this.get(viewer, id);
    const found = await this.catalogue.versionLists.byNumber(node.id, version);
    if (!found) throw notFound('version', version);
    if (await this.#mayReadVersion(viewer, node, found)) return found;
    throw new AppError(
      'NODE_VERSION_NOT_FOUND',
      `The version "${found.version}" of "${node.id}" is not to be had: its status is ${found.status}.`,
    );
  }

  /**
   * The node of this id, which must be this publisher's.
   * @throws PUBLISHER_NOT_FOUND, NODE_NOT_FOUND, NODE_BANNED
   */
  async getOf(viewer: Viewer, publisherId: string, id: string): Promise<NodeRecord> {
    if (!(await this.catalogue.publishers.one(publisherId))) throw notFound('publisher', publisherId);
    const node = await this.get(viewer, id);
    if (node.publisherId !== publisherId) throw notFound('node', id);
    return node;
  }

  /**
   * The core-node definition of this name in one version of a node.
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND, CORE_NODE_NOT_FOUND
   */
  async coreNode(viewer: Viewer, id: string, version: string, name: string): Promise<CoreNodeRecord> {
    const found = await this.version(viewer, id, version);
    const definition = await this.catalogue.coreNodeLists.byName(found.id, name);
    if (!definition) throw notFound('core-node', name);
    return definition;
  }

  /**
   * The node that best provides a core-node (decisions.md section 6).
   * @throws CORE_NODE_NOT_FOUND where no Active node's latest version has the name
   */
  async providerOf(name: string): Promise<NodeRecord> {
    const best = await this.catalogue.coreNodeLists.best(name);
    const node = best && (await this.catalogue.node(best.nodeId));
    if (!node) throw notFound('core-node', name);
    return node;
  }

  /**
   * A page of the versions of all Active nodes, or of one node, newest first.
   * @throws NODE_BANNED where the asked node is banned
   */
  async listVersions(viewer: Viewer, question: VersionListQuestion, nodeId?: string): Promise<Page<NodeVersionRecord>> {
    if (nodeId === undefined) return this.catalogue.listVersions(question);
    const node = await this.find(viewer, nodeId);
    if (!node) return { items: [], page: question.page, limit: question.limit, total: 0 };
    return this.catalogue.listVersions({ ...question, nodeId: node.id });
  }

  /**
   * Whether the viewer may change the node, as a page's buttons must know.
   * @throws UNAUTHENTICATED
   */
  async canEdit(viewer: Viewer, node: NodeRecord): Promise<boolean> {
    assertCan(viewer, 'permissions.read', undefined);
    const publisher = await this.catalogue.publishers.one(node.publisherId);
    return (
      publisher !== undefined && can(viewer, 'node.update', await standingIn(this.database, viewer, publisher, node))
    );
  }

  /**
   * Changes what is given of a publisher's node: members, its tokens and admins may. Fields that only an admin may set
   * are ignored for others.
   * @param publisherId the publisher whose node it must be; undefined takes whichever owns it
   * @throws PUBLISHER_NOT_FOUND, NODE_NOT_FOUND, FORBIDDEN, PUBLISHER_BANNED, NODE_BANNED
   */
  async update(actor: Actor, publisherId: string | undefined, id: string, input: NodeUpdate): Promise<NodeRecord> {
    const owner = publisherId ?? (await this.ownerOf(id));
    const changed = await this.writer.run(actor, async (write) => {
      const { standing, node } = await lockPlace(write, owner, id);
      assertCan(actor.viewer, 'node.update', standing);
      if (!node) throw notFound('node', id);
      assertCan(actor.viewer, 'node.update', { ...standing, nodeStatus: node.status });
      await this.change(write, node, input);
      return node.id;
    });
    return (await this.catalogue.node(changed))!;
  }

  /** Changes what is given of a locked node; what only an admin may set is left out for others. */
  async change(write: Write, node: Node, input: NodeUpdate): Promise<void> {
    const difference = differences(node, stored(write, node.id, input));
    if (isSame(difference)) return;
    Object.assign(node, difference.after);
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
   * Creates a node of a publisher: members and admins may. The id of a deleted one is given to its former publisher
   * only, which so takes it back into use.
   * @throws PUBLISHER_NOT_FOUND, FORBIDDEN, PUBLISHER_BANNED, INVALID_INPUT, NODE_ID_RESERVED, NODE_ID_TAKEN
   */
  async create(actor: Actor, publisherId: string, { id, ...fields }: NewNodeInput): Promise<NodeRecord> {
    try {
      const created = await this.writer.run(actor, async (write) => {
        const { publisher, standing } = await lockPublisher(write, publisherId, 'shared');
        assertCan(actor.viewer, 'node.create', standing);
        return (await createNode(write, publisher, id, fields)).id;
      });
      return (await this.catalogue.node(created))!;
    } catch (error) {
      throw isDuplicate(error) ? nodeIdTaken(id) : error;
    }
  }

  /**
   * Deletes a node that has no version but deleted ones: owners of its publisher and admins may.
   * @param publisherId the publisher whose node it must be; undefined takes whichever owns it
   * @returns what it was
   * @throws PUBLISHER_NOT_FOUND, NODE_NOT_FOUND, FORBIDDEN, PUBLISHER_BANNED, NODE_BANNED, NODE_NOT_EMPTY
   */
  async delete(actor: Actor, publisherId: string | undefined, id: string): Promise<NodeRecord> {
    const before = await this.catalogue.node(id);
    const owner = publisherId ?? (await this.ownerOf(id));
    await this.writer.run(actor, async (write) => {
      const { publisher, standing, node } = await lockPlace(write, owner, id);
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
          `The node "${node.id}" still has ${left!.count} version(s); unpublish them first.`,
        );
      const from = node.status;
      node.delete(write.at);
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
   * A page of the core-node definitions of one version of a node (endpoint 14).
   * @throws NODE_NOT_FOUND, NODE_BANNED, NODE_VERSION_NOT_FOUND where the version is none, or not Active and the
   *   viewer is a stranger
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
   * A page of the core-node definitions of the whole catalogue (endpoint 13).
   * @throws NODE_BANNED where the asked node is banned
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
    if (version.status === NodeVersionStatus.Active) return true;
    const publisher = await this.catalogue.publishers.one(node.publisherId);
    return (
      publisher !== undefined && can(viewer, 'version.readHidden', await standingIn(this.database, viewer, publisher))
    );
  }

  /**
   * The id of the publisher that owns a node.
   * @throws NODE_NOT_FOUND
   */
  async ownerOf(id: string): Promise<string> {
    await this.catalogue.refresh();
    const node = await this.catalogue.node(id);
    if (!node) throw notFound('node', id);
    return node.publisherId;
  }
}
