import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { CoreNodeRecord, NodeRecord } from '../../catalogue/records.js';
import type { PlannedNode as PlannedNodeAnswer } from '../../resolve/answer.js';
import type { Provider } from '../../services/resolve.service.js';
import type { MaybePromise } from '../../values/maybe-promise.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { Requires, Cacheable } from '../access.js';
import type { GraphContext } from '../context.js';
import { LimitArg, PageArg, pageArguments } from '../inputs/page.js';
import { CoreNode } from '../types/core-node.type.js';
import { Node } from '../types/node.type.js';
import { toPage } from '../types/page.js';
import { CoreNodeProvider, CoreNodeProviderPage, PlannedNode } from '../types/plan.type.js';

/** The node of a planned node. */
@Resolver(() => PlannedNode)
export class PlannedNodeFields {
  @FieldResolver(() => ID, { description: 'Id of the node.' })
  @Requires('public')
  nodeId(@Root() { id }: PlannedNodeAnswer): string {
    return id;
  }

  @FieldResolver(() => Node, {
    nullable: true,
    description: 'The node; `null` if it was deleted after the plan was made.',
  })
  @Requires('public')
  node(@Root() { id }: PlannedNodeAnswer, @Ctx() { scope }: GraphContext): MaybePromise<NodeRecord | undefined> {
    return scope.loaders.node(id);
  }
}

/** The node of a provider. */
@Resolver(() => CoreNodeProvider)
export class CoreNodeProviderFields {
  @FieldResolver(() => ID, { description: 'Id of the node.' })
  @Requires('public')
  @Cacheable('revision')
  nodeId(@Root() { id }: Provider): string {
    return id;
  }

  @FieldResolver(() => Node, {
    nullable: true,
    description: 'The node; `null` if it was deleted after the plan was made.',
  })
  @Requires('public')
  @Cacheable('revision')
  node(@Root() { id }: Provider, @Ctx() { scope }: GraphContext): MaybePromise<NodeRecord | undefined> {
    return scope.loaders.node(id);
  }
}

/** The providers of a core-node. */
@Resolver(() => CoreNode)
export class CoreNodeProvidersField {
  @FieldResolver(() => CoreNodeProviderPage, {
    nullable: true,
    description:
      'A page of all nodes whose definitions have this name: the node it is reserved for, then the lowest search ranking, the most downloads, the most stars, and the oldest.',
  })
  @Requires('public')
  @Cacheable('revision')
  async providers(
    @Root() { coreNodeName }: CoreNodeRecord,
    @Ctx() { scope }: GraphContext,
    @PageArg() page: number | null,
    @LimitArg('Providers', 100) limit: number | null,
  ) {
    const asked = pageArguments(page, limit, NODE_LIMIT_MAX);
    const found = await scope.services.resolve.providers(coreNodeName, asked.page, asked.limit);
    return toPage({
      ...found,
      items: found.items.map(({ stars, ...provider }) => ({ ...provider, repoHostStars: stars })),
    });
  }
}
