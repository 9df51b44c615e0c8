import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { NodeVersionRecord } from '../../catalogue/records.js';
import { AppError, invalidInput } from '../../errors/app-error.js';
import { publication, versionFields } from '../../services/inputs.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { parseInput } from '../../values/parse.js';
import { NodeVersionStatus } from '../../values/states.js';
import { Asks, Cacheable } from '../asks.js';
import type { GraphContext } from '../context.js';
import { NodeVersionRefInput, PublishNodeVersionInput, UpdateNodeVersionInput } from '../inputs/node-version.input.js';
import { pageArguments } from '../inputs/page.js';
import { NodeVersionStatusEnum } from '../types/enums.js';
import { NodeVersion, NodeVersionPage, PublishedNodeVersion } from '../types/node-version.type.js';
import { toPage } from '../types/page.js';

const REFS_MAX = 500;

/** Versions. */
@Resolver()
export class NodeVersionResolver {
  @Query(() => NodeVersion, {
    nullable: true,
    description:
      'The version of a node by its number; null where there is none, and for strangers where it is not Active.',
  })
  @Asks(['node.read', 'version.readHidden'])
  @Cacheable('revision')
  async nodeVersion(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'The id of the node.' }) nodeId: string,
    @Arg('version', () => String, { description: 'The number of the version.' }) version: string,
  ): Promise<NodeVersionRecord | null> {
    try {
      return await scope.services.nodes.version(await scope.reader(), nodeId, version);
    } catch (error) {
      if (error instanceof AppError && (error.code === 'NODE_NOT_FOUND' || error.code === 'NODE_VERSION_NOT_FOUND'))
        return null;
      throw error;
    }
  }

  @Query(() => NodeVersionPage, { description: 'A page of the versions of all Active nodes, newest first.' })
  @Asks('node.read')
  @Cacheable('revision')
  async nodeVersions(
    @Ctx() { scope }: GraphContext,
    @Arg('page', () => Int, { nullable: true, defaultValue: 1, description: 'The number of the page, from 1.' })
    page: number | null,
    @Arg('limit', () => Int, {
      nullable: true,
      defaultValue: 10,
      description: 'How many versions a page has; at most 100.',
    })
    limit: number | null,
    @Arg('statuses', () => [NodeVersionStatusEnum], {
      nullable: true,
      description: 'Only versions in these states; Active ones where not said.',
    })
    statuses?: NodeVersionStatus[] | null,
    @Arg('nodeId', () => ID, { nullable: true, description: 'Only of this node.' }) nodeId?: string | null,
  ) {
    const states = statuses && statuses.length > 0 ? [...new Set(statuses)].sort() : [NodeVersionStatus.Active];
    const question = { statuses: states, ...pageArguments(page, limit, NODE_LIMIT_MAX) };
    return toPage(await scope.services.nodes.listVersions(await scope.reader(), question, nodeId || undefined));
  }

  @Query(() => [NodeVersion], {
    nullable: 'items',
    description: 'Many versions by node and number, in the order asked; null for each that is not to be had.',
  })
  @Asks('public')
  @Cacheable('revision')
  async nodeVersionsByNumber(
    @Ctx() { scope }: GraphContext,
    @Arg('refs', () => [NodeVersionRefInput], { description: 'The versions, at most 500.' })
    refs: NodeVersionRefInput[],
  ): Promise<(NodeVersionRecord | undefined)[]> {
    if (refs.length > REFS_MAX) throw invalidInput([`refs: takes at most ${REFS_MAX}`]);
    return scope.services.versions.bulk(refs);
  }

  @Mutation(() => PublishedNodeVersion, {
    description:
      'Publishes a version: makes or updates the node, and gives the address that the archive is to be PUT to. Members of the publisher, its tokens and admins may.',
  })
  @Asks(['version.publish', 'user.publish'])
  async publishNodeVersion(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'The publisher.' }) publisherId: string,
    @Arg('nodeId', () => ID, { description: 'The id of the node.' }) nodeId: string,
    @Arg('input', () => PublishNodeVersionInput, { description: 'The node and the version.' })
    input: PublishNodeVersionInput,
  ) {
    const { version, signedUrl } = await scope.services.publishing.publish(
      await scope.actor(),
      publisherId,
      nodeId,
      parseInput(publication, { ...input, node: input.node ?? {} }),
    );
    return { nodeVersion: version, signedUrl };
  }

  @Mutation(() => NodeVersion, {
    description: 'Gives the version to install (by number, range or the latest), and counts one download.',
  })
  @Asks(['node.read', 'node.install'])
  async installNode(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the node.' }) id: string,
    @Arg('version', () => String, { nullable: true, description: 'A version, or a range such as ^1.2.' })
    version?: string | null,
  ): Promise<NodeVersionRecord> {
    return scope.services.installs.install(await scope.reader(), id, version || undefined);
  }

  @Mutation(() => NodeVersion, {
    description:
      'Updates a version: its changelog, and whether it is advised against. Members of its publisher and admins may.',
  })
  @Asks('version.update')
  async updateNodeVersion(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the version.' }) id: string,
    @Arg('input', () => UpdateNodeVersionInput, { description: 'What is to change.' }) input: UpdateNodeVersionInput,
  ): Promise<NodeVersionRecord> {
    const actor = await scope.actor();
    return scope.services.versions.update(
      actor,
      await scope.services.versions.pathOf(id),
      parseInput(versionFields, input),
    );
  }

  @Mutation(() => NodeVersion, {
    description:
      'Unpublishes a version; its number is never free again. Members of its publisher, its tokens and admins may.',
  })
  @Asks('version.unpublish')
  async unpublishNodeVersion(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the version.' }) id: string,
  ): Promise<NodeVersionRecord> {
    const actor = await scope.actor();
    return scope.services.versions.unpublish(actor, await scope.services.versions.pathOf(id));
  }
}
