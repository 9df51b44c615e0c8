import { Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { CoreNodeRecord, NodeVersionRecord } from '../../catalogue/records.js';
import { encodeCursor } from '../../values/cursor.js';
import type { MaybePromise } from '../../values/maybe-promise.js';
import { Requires, Cacheable } from '../access.js';
import type { GraphContext } from '../context.js';
import { CoreNode } from '../types/core-node.type.js';
import { NodeVersion } from '../types/node-version.type.js';

/** Nested fields of a core-node definition. */
@Resolver(() => CoreNode)
export class CoreNodeFields {
  @FieldResolver(() => ID, { description: 'Opaque id of the definition, derived from its version and its name.' })
  @Requires('public')
  @Cacheable('tracked')
  id(@Root() { nodeVersionId, coreNodeName }: CoreNodeRecord): string {
    return encodeCursor(nodeVersionId, coreNodeName);
  }

  @FieldResolver(() => NodeVersion, { description: 'Version that provides the core-node.' })
  @Requires('public')
  @Cacheable('revision')
  nodeVersion(
    @Root() definition: CoreNodeRecord,
    @Ctx() { scope }: GraphContext,
  ): MaybePromise<NodeVersionRecord | undefined> {
    return scope.loaders.version(definition.nodeVersionId);
  }
}
