import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { NodeVersionRecord } from '../../catalogue/records.js';
import type { GraphContext } from '../context.js';
import { NodeVersion } from '../types/node-version.type.js';

/** Versions. */
@Resolver()
export class NodeVersionResolver {
  @Mutation(() => NodeVersion, { description: 'Unpublishes a version; its number is never free again. Members of its publisher, its tokens and admins may.' })
  async unpublishNodeVersion(@Ctx() { scope }: GraphContext, @Arg('id', () => ID, { description: 'The id of the version.' }) id: string): Promise<NodeVersionRecord> {
    return scope.services.versions.unpublishById(await scope.actor(), id);
  }
}
