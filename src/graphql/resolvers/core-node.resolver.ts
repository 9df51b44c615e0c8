import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import type { CoreNodeRecord } from '../../catalogue/records.js';
import { invalidInput } from '../../errors/app-error.js';
import { CORE_NODE_LIMIT_MAX } from '../../values/page.js';
import { isSemVer } from '../../values/semver.js';
import { Requires, Cacheable } from '../access.js';
import type { GraphContext } from '../context.js';
import { PageArg, pageArguments } from '../inputs/page.js';
import { CoreNode, CoreNodePage } from '../types/core-node.type.js';
import { toPage } from '../types/page.js';

/** Core-node definitions. */
@Resolver()
export class CoreNodeResolver {
  @Query(() => CoreNodePage, {
    nullable: true,
    description:
      'A page of core-node definitions, ordered by name. Without filters, it covers the latest version of every Active node.',
  })
  @Requires('node.read')
  @Cacheable('revision')
  async coreNodes(
    @Ctx() { scope }: GraphContext,
    @PageArg() page: number | null,
    @Arg('limit', () => Int, {
      nullable: true,
      defaultValue: 100,
      description: 'Definitions per page, at most 1,000.',
    })
    limit: number | null,
    @Arg('nodeId', () => ID, { nullable: true, description: 'Only definitions of the node with this id.' })
    nodeId?: string | null,
    @Arg('version', () => String, {
      nullable: true,
      description: 'Definitions of this version (a semantic version) instead of the latest one.',
    })
    version?: string | null,
    @Arg('name', () => String, { nullable: true, description: 'Only definitions with exactly this name.' })
    name?: string | null,
  ) {
    if (version && !isSemVer(version)) throw invalidInput(['version: takes a semantic version']);
    const question = {
      ...pageArguments(page, limit, CORE_NODE_LIMIT_MAX, 100),
      ...(nodeId ? { nodeId } : {}),
      ...(version ? { nodeVersion: version } : {}),
      ...(name ? { name } : {}),
    };
    return toPage(await scope.services.nodes.listCoreNodes(await scope.reader(), question));
  }

  @Query(() => CoreNode, {
    nullable: true,
    description:
      'The core-node definition with this name. If several nodes provide it: the node it is reserved for, then the lowest search ranking, the most downloads, the most stars, and the oldest. `null` if no node provides it.',
  })
  @Requires('public')
  @Cacheable('revision')
  coreNode(
    @Ctx() { scope }: GraphContext,
    @Arg('name', () => String, { description: 'Name of the core-node.' }) name: string,
  ): Promise<CoreNodeRecord | undefined> {
    return scope.services.catalogue.coreNodeLists.best(name);
  }
}
