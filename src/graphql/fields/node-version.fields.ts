import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { CoreNodeRecord, NodeRecord, NodeVersionRecord } from '../../catalogue/records.js';
import type { GraphContext } from '../context.js';
import type { Connection } from '../types/connection.js';
import { CoreNode, CoreNodeConnection } from '../types/core-node.type.js';
import { NodeVersion } from '../types/node-version.type.js';
import { Node } from '../types/node.type.js';
import { coreNodesOf } from './core-nodes-of.js';
import { readableNode } from './readable-node.js';

/** What a version leads to. */
@Resolver(() => NodeVersion)
export class NodeVersionFields {
  @FieldResolver(() => Node, { nullable: true, description: 'The node it is a version of; null where the viewer may not read it.' })
  node(@Root() version: NodeVersionRecord, @Ctx() context: GraphContext): Promise<NodeRecord | null> {
    return readableNode(version.nodeId, context);
  }

  @FieldResolver(() => CoreNodeConnection, { description: 'Its core-node definitions, by name.' })
  coreNodes(
    @Root() version: NodeVersionRecord,
    @Ctx() context: GraphContext,
    @Arg('first', () => Int, { nullable: true, defaultValue: 10, description: 'How many, 1 to 100.' }) first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'The cursor to go on after.' }) after?: string | null,
  ): Promise<Connection<CoreNodeRecord>> {
    return coreNodesOf(version.id, first, after, context);
  }

  @FieldResolver(() => CoreNode, { nullable: true, description: 'Its core-node definition of this name; null where it has none.' })
  coreNode(@Root() version: NodeVersionRecord, @Ctx() { scope }: GraphContext, @Arg('name', () => String, { description: 'The name of the core-node.' }) name: string): Promise<CoreNodeRecord | undefined> {
    return scope.services.catalogue.coreNodeLists.byName(version.id, name);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Why it is in its state; for members of its publisher and admins, null for others.' })
  statusReason(@Root() version: NodeVersionRecord, @Ctx() { scope }: GraphContext): Promise<string | null> | null {
    return version.statusReason === null ? null : scope.loaders.statusReason.load(version);
  }
}
