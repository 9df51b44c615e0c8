import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { CoreNodeRecord, NodeRecord, NodeVersionRecord } from '../../catalogue/records.js';
import { can } from '../../policy/authorize.js';
import { NodeVersionStatus } from '../../values/states.js';
import { Asks, Cacheable } from '../asks.js';
import type { GraphContext } from '../context.js';
import type { Connection } from '../types/connection.js';
import { CoreNode, CoreNodeConnection } from '../types/core-node.type.js';
import { NodeVersion } from '../types/node-version.type.js';
import { Node } from '../types/node.type.js';
import { coreNodesOf } from './core-nodes-of.js';
import { readableNode } from './readable-node.js';

/**
 * Whether the viewer may look into a version: one that is not Active is for its publisher's people, as it is by its
 * number.
 */
async function isReadable(version: NodeVersionRecord, { scope }: GraphContext): Promise<boolean> {
  if (version.status === NodeVersionStatus.Active) return true;
  const node = await scope.loaders.node(version.nodeId);
  const standing = node && (await scope.loaders.standing.load(node.publisherId));
  return standing !== undefined && can(await scope.reader(), 'version.readHidden', standing);
}

/** What a version leads to. */
@Resolver(() => NodeVersion)
export class NodeVersionFields {
  @FieldResolver(() => Node, {
    nullable: true,
    description: 'The node it is a version of; null where the viewer may not read it.',
  })
  @Asks('node.read')
  @Cacheable('tracked')
  node(@Root() version: NodeVersionRecord, @Ctx() context: GraphContext): Promise<NodeRecord | null> {
    return readableNode(version.nodeId, context);
  }

  @FieldResolver(() => CoreNodeConnection, { description: 'Its core-node definitions, by name.' })
  @Asks('version.readHidden')
  @Cacheable('revision')
  async coreNodes(
    @Root() version: NodeVersionRecord,
    @Ctx() context: GraphContext,
    @Arg('first', () => Int, { nullable: true, defaultValue: 10, description: 'How many, 1 to 100.' })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'The cursor to go on after.' }) after?: string | null,
  ): Promise<Connection<CoreNodeRecord>> {
    return coreNodesOf((await isReadable(version, context)) ? version.id : null, first, after, context);
  }

  @FieldResolver(() => CoreNode, {
    nullable: true,
    description: 'Its core-node definition of this name; null where it has none.',
  })
  @Asks('version.readHidden')
  @Cacheable('revision')
  async coreNode(
    @Root() version: NodeVersionRecord,
    @Ctx() context: GraphContext,
    @Arg('name', () => String, { description: 'The name of the core-node.' }) name: string,
  ): Promise<CoreNodeRecord | undefined> {
    return (await isReadable(version, context))
      ? context.scope.services.catalogue.coreNodeLists.byName(version.id, name)
      : undefined;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Why it is in its state; for members of its publisher and admins, null for others.',
  })
  @Asks('version.readHidden')
  statusReason(@Root() version: NodeVersionRecord, @Ctx() { scope }: GraphContext): Promise<string | null> | null {
    return version.statusReason === null ? null : scope.loaders.statusReason.load(version);
  }
}
