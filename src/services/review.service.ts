import type { Catalogue } from '../catalogue/catalogue.js';
import type { NodeRecord } from '../catalogue/records.js';
import { invalidInput } from '../errors/app-error.js';
import { assertCan, assertReadable } from '../policy/authorize.js';
import type { SignedIn } from '../policy/viewer.js';
import { lockNode } from './standing.js';
import type { Actor, Writer } from './write.js';

/** Reviews of nodes, one per user and node. The rating of a node is the mean of its reviews. */
export class ReviewService {
  constructor(
    private readonly writer: Writer,
    private readonly catalogue: Catalogue,
  ) {}

  /**
   * Rates a node with 1 to 5 stars. Replaces the user's earlier review of the node.
   * @returns the node with its new rating
   * @throws INVALID_INPUT, NODE_NOT_FOUND, NODE_BANNED, FORBIDDEN for a personal access token
   */
  async review(actor: Actor, nodeId: string, star: number): Promise<NodeRecord> {
    assertCan(actor.viewer, 'node.review', undefined);
    if (!Number.isInteger(star) || star < 1 || star > 5) throw invalidInput(['star: takes a whole number from 1 to 5']);
    const user = actor.viewer as SignedIn;
    const id = await this.writer.run(actor, async (write) => {
      const node = await lockNode(write, nodeId);
      assertReadable(actor.viewer, node);
      const [before] = await write.query<{ star: number }>(
        'select star from node_reviews where node_id = $1 and user_id = $2::uuid',
        [node.id, user.id],
      );
      if (before?.star === star) return node.id;
      await write.query(
        `insert into node_reviews (node_id, user_id, star, created_at, updated_at) values ($1, $2::uuid, $3::smallint, $4::timestamptz, $4::timestamptz)
         on conflict (node_id, user_id) do update set star = excluded.star, updated_at = excluded.updated_at`,
        [node.id, user.id, star, write.at.toISOString()],
      );
      const [mean] = await write.query<{ rating: number }>(
        'select avg(star)::float8 as rating from node_reviews where node_id = $1',
        [node.id],
      );
      node.rating = mean!.rating;
      node.updatedAt = write.at;
      write.changed({ kind: 'node', id: node.id, change: 'updated' });
      write.audit({
        action: 'node.review',
        subjectKind: 'node',
        subjectId: node.id,
        publisherId: node.publisherId,
        ...(before ? { before: { star: before.star } } : {}),
        after: { star },
      });
      return node.id;
    });
    return (await this.catalogue.node(id))!;
  }
}
