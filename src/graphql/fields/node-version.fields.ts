import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { CoreNodeRecord, NodeRecord, NodeVersionRecord } from '../../catalogue/records.js';
import { PUBLIC_VERSION } from '../../catalogue/visibility.js';
import { can } from '../../policy/authorize.js';
import { Requires, Cacheable } from '../access.js';
import type { GraphContext } from '../context.js';
import type { FindingRecord } from '../../services/finding.service.js';
import type { FindingCounts as Counts } from '../../services/findings.js';
import type { Connection } from '../types/connection.js';
import { CoreNode, CoreNodeConnection } from '../types/core-node.type.js';
import { Finding, FindingCounts } from '../types/finding.type.js';
import { NodeVersion } from '../types/node-version.type.js';
import { Node } from '../types/node.type.js';
import { coreNodesOf } from './core-nodes-of.js';
import { readableNode } from './readable-node.js';

/**
 * True if the viewer may read the contents of a version. As in `Query.nodeVersion`, a version that is not Active
 * requires `version.readHidden`.
 */
async function isReadable(version: NodeVersionRecord, { scope }: GraphContext): Promise<boolean> {
  if (PUBLIC_VERSION.holds(version)) return true;
  const node = await scope.loaders.node(version.nodeId);
  const standing = node && (await scope.loaders.standing.load(node.publisherId));
  return standing !== undefined && can(await scope.reader(), 'version.readHidden', standing);
}

/** Nested fields of a version. */
@Resolver(() => NodeVersion)
export class NodeVersionFields {
  @FieldResolver(() => Node, {
    nullable: true,
    description:
      'Node that the version belongs to; `null` if it was deleted. A banned node is an error for callers without the admin role.',
  })
  @Requires('node.read')
  @Cacheable('tracked')
  node(@Root() version: NodeVersionRecord, @Ctx() context: GraphContext): Promise<NodeRecord | null> {
    return readableNode(version.nodeId, context);
  }

  @FieldResolver(() => CoreNodeConnection, {
    nullable: true,
    description:
      'Core-node definitions of the version, ordered by name. Empty if the version is not Active, unless the caller is a member of the publisher, uses one of its tokens, or is an admin.',
  })
  @Requires('version.readHidden')
  @Cacheable('revision')
  async coreNodes(
    @Root() version: NodeVersionRecord,
    @Ctx() context: GraphContext,
    @Arg('first', () => Int, { nullable: true, defaultValue: 10, description: 'Number of items, 1 to 100.' })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Cursor of the item after which the slice begins.' })
    after?: string | null,
  ): Promise<Connection<CoreNodeRecord>> {
    return coreNodesOf((await isReadable(version, context)) ? version.id : null, first, after, context);
  }

  @FieldResolver(() => CoreNode, {
    nullable: true,
    description:
      'Core-node definition with this name; `null` if the version has none, or is not Active and the caller may not read it.',
  })
  @Requires('version.readHidden')
  @Cacheable('revision')
  async coreNode(
    @Root() version: NodeVersionRecord,
    @Ctx() context: GraphContext,
    @Arg('name', () => String, { description: 'Name of the core-node.' }) name: string,
  ): Promise<CoreNodeRecord | undefined> {
    return (await isReadable(version, context))
      ? context.scope.services.catalogue.coreNodeLists.byName(version.id, name)
      : undefined;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Reason of the status. Requires membership of the publisher, one of its tokens, or the admin role; `null` for other callers.',
  })
  @Requires('version.readHidden')
  statusReason(@Root() version: NodeVersionRecord, @Ctx() { scope }: GraphContext): Promise<string | null> | null {
    return version.statusReason === null ? null : scope.loaders.statusReason.load(version);
  }

  @FieldResolver(() => FindingCounts, { description: 'Number of findings of the checks of the archive, per level.' })
  @Requires('public')
  findingCounts(@Root() version: NodeVersionRecord, @Ctx() { scope }: GraphContext): Promise<Counts> {
    return scope.loaders.findingCounts.load(version.id);
  }

  @FieldResolver(() => [Finding], {
    nullable: true,
    description:
      'Findings of the checks of the archive, the most severe first. Requires membership of the publisher, one of its tokens, or the admin role; `null` for other callers.',
  })
  @Requires('version.readHidden')
  async findings(
    @Root() version: NodeVersionRecord,
    @Ctx() { scope }: GraphContext,
  ): Promise<readonly FindingRecord[] | null> {
    return (await scope.loaders.checkReport.load(version))?.findings ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Parts that the extraction of core-nodes could not read, one per line; `null` if it read all. Requires membership of the publisher, one of its tokens, or the admin role; `null` for other callers.',
  })
  @Requires('version.readHidden')
  async coreNodeExtractDetail(
    @Root() version: NodeVersionRecord,
    @Ctx() { scope }: GraphContext,
  ): Promise<string | null> {
    return (await scope.loaders.checkReport.load(version))?.coreNodeExtractDetail ?? null;
  }
}
