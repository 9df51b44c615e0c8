import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeRecord } from '../catalogue/records.js';
import type { RepositoryHost } from '../clients/repository-host.js';
import type { Database } from '../db/database.js';
import { AppError, notFound } from '../errors/app-error.js';
import { assertCan } from '../policy/authorize.js';
import type { Settings } from '../settings.js';
import { UNCLAIMED_PUBLISHER } from '../values/publisher-id.js';
import { parseRepository, type Repository } from '../values/repository.js';
import { Secret } from '../values/secret.js';
import { PublisherStatus } from '../values/states.js';
import type { NodeClaim } from './inputs.js';
import { assertNodeQuota } from './quotas.js';
import { lockNode, lockPublisher, standingIn } from './standing.js';
import type { Actor, Writer } from './write.js';

const alreadyClaimed = (id: string): AppError =>
  new AppError('NODE_ALREADY_CLAIMED', `The node "${id}" already belongs to a publisher.`);

/** Transfers unclaimed nodes to publishers. A member of the publisher proves that they own the node's repository. */
export class ClaimService {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
    private readonly host: RepositoryHost,
    private readonly settings: Settings,
  ) {}

  /**
   * Claims a node for a publisher. Requires membership of the publisher, and a token of the repository host with admin
   * access to the node's repository. Of concurrent claims, one succeeds. The token is neither stored nor logged.
   * @throws PUBLISHER_NOT_FOUND, NODE_NOT_FOUND, NODE_ALREADY_CLAIMED, REPOSITORY_NOT_CLAIMABLE, REPOSITORY_NOT_OWNED,
   *   RATE_LIMITED, REPOSITORY_HOST_UNAVAILABLE, QUOTA_REACHED
   */
  async claim(actor: Actor, publisherId: string, nodeId: string, input: NodeClaim): Promise<NodeRecord> {
    const node = await this.#claimable(actor, publisherId, nodeId);
    const { owner, name } = this.#repositoryOf(node);
    const repositoryId = await this.host.ownedRepositoryId(owner, name, new Secret(input.repoHostToken));
    await this.#transfer(actor, publisherId, node, repositoryId);
    return (await this.catalogue.node(node.id))!;
  }

  /** Returns the node to claim. Checked without locks first, because a refused claim need not call the host. */
  async #claimable(actor: Actor, publisherId: string, nodeId: string): Promise<NodeRecord> {
    await this.catalogue.refresh();
    const publisher = await this.catalogue.publishers.one(publisherId);
    if (!publisher) throw notFound('publisher', publisherId);
    const standing = await standingIn(this.database, actor.viewer, publisher);
    assertCan(actor.viewer, 'node.claim', standing);
    const node = await this.catalogue.node(nodeId);
    if (!node) throw notFound('node', nodeId);
    assertCan(actor.viewer, 'node.claim', { ...standing, nodeStatus: node.status });
    if (node.publisherId !== UNCLAIMED_PUBLISHER) throw alreadyClaimed(node.id);
    return node;
  }

  /** Transfers the node to the publisher. Repeats the checks of `#claimable` under locks. */
  async #transfer(actor: Actor, publisherId: string, node: NodeRecord, repositoryId: string): Promise<void> {
    await this.writer.run(actor, async (write) => {
      const { publisher: target, standing } = await lockPublisher(write, publisherId, 'shared');
      const locked = await lockNode(write, node.id);
      assertCan(actor.viewer, 'node.claim', { ...standing, nodeStatus: locked.status });
      if (locked.publisherId !== UNCLAIMED_PUBLISHER) throw alreadyClaimed(node.id);
      // The host confirmed the repository of the unlocked read. The node may have another repository since then.
      if (locked.repository !== node.repository)
        throw new AppError(
          'REPOSITORY_NOT_OWNED',
          `The repository of "${node.id}" changed during the claim. Try again.`,
        );
      await assertNodeQuota(write, publisherId, this.settings, 'existing');
      locked.claim(publisherId, repositoryId, write.at);
      if (target.status === PublisherStatus.Banned) locked.banWithPublisher(write.at);
      await write.em.flush();
      write.refreshSearch([node.id]);
      write.changed({
        kind: 'node',
        id: node.id,
        change: target.status === PublisherStatus.Banned ? 'status' : 'updated',
      });
      write.audit({
        action: 'node.claim',
        subjectKind: 'node',
        subjectId: node.id,
        publisherId,
        before: { publisherId: UNCLAIMED_PUBLISHER },
        after: { publisherId, repositoryId },
      });
    });
  }

  #repositoryOf(node: NodeRecord): Repository {
    const repository = node.repository === null ? undefined : parseRepository(node.repository);
    const domains = this.settings.REPO_HOST_DOMAINS;
    if (!repository || !domains.includes(repository.host)) {
      throw new AppError(
        'REPOSITORY_NOT_CLAIMABLE',
        `Only a node whose repository is on ${domains.join(', ')} can be claimed. The repository of "${node.id}" is ${node.repository ?? 'not known'}.`,
      );
    }
    return repository;
  }
}
