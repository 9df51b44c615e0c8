import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { NodeVersionRecord } from '../../catalogue/records.js';
import { DEFAULT_VERSION_STATUSES } from '../../catalogue/visibility.js';
import { invalidInput } from '../../errors/app-error.js';
import { publication, versionFields } from '../../services/inputs.js';
import { NODE_LIMIT_MAX } from '../../values/page.js';
import { parseInput } from '../../values/parse.js';
import { NodeVersionStatus } from '../../values/states.js';
import { Requires, Cacheable } from '../access.js';
import type { GraphContext } from '../context.js';
import { NodeVersionRefInput, PublishNodeVersionInput, UpdateNodeVersionInput } from '../inputs/node-version.input.js';
import { LimitArg, PageArg, pageArguments } from '../inputs/page.js';
import { versionId, versionName, versionNodeId, versionNumber } from '../inputs/version-name.js';
import { nullIfAbsent } from '../fields/readable-version.js';
import { NodeVersionStatusEnum } from '../types/enums.js';
import { NodeVersion, NodeVersionPage, PublishedNodeVersion } from '../types/node-version.type.js';
import { toPage } from '../types/page.js';

const REFS_MAX = 500;

/** Versions of nodes. */
@Resolver()
export class NodeVersionResolver {
  @Query(() => NodeVersion, {
    nullable: true,
    description:
      'A version by its id, as the changes feed and webhooks name it, or by its node and number; `null` if it does not exist. A version that is not Active requires membership of the publisher, one of its tokens, or the admin role; it is `null` for other callers.',
  })
  @Requires(['node.read', 'version.readHidden'])
  @Cacheable('revision')
  async nodeVersion(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, {
      nullable: true,
      description: 'Id of the version. Give either this, or `nodeId` and `version`.',
    })
    id?: string | null,
    @Arg('nodeId', () => ID, versionNodeId) nodeId?: string | null,
    @Arg('version', () => String, versionNumber) version?: string | null,
  ): Promise<NodeVersionRecord | null> {
    const name = versionName(id, nodeId, version, 'id');
    const viewer = await scope.reader();
    return nullIfAbsent(
      'versionId' in name
        ? scope.services.versionReads.byId(viewer, name.versionId)
        : scope.services.nodes.version(viewer, name.nodeId, name.version),
    );
  }

  @Query(() => NodeVersionPage, {
    nullable: true,
    description: 'A page of the versions of all Active nodes, newest first.',
  })
  @Requires('node.read')
  @Cacheable('revision')
  async nodeVersions(
    @Ctx() { scope }: GraphContext,
    @PageArg() page: number | null,
    @LimitArg('Versions', 100) limit: number | null,
    @Arg('statuses', () => [NodeVersionStatusEnum], {
      nullable: true,
      description:
        'Only versions with these statuses. Defaults to Active. Flagged and Deleted ones are listed for members of their publisher, its tokens and admins only.',
    })
    statuses?: NodeVersionStatus[] | null,
    @Arg('nodeId', () => ID, { nullable: true, description: 'Only versions of the node with this id.' })
    nodeId?: string | null,
    @Arg('statusReason', () => String, {
      nullable: true,
      description:
        'Only versions whose status reason contains this text, ignoring case. Requires the admin role; ignored for other callers.',
    })
    reason?: string | null,
  ) {
    const states = statuses && statuses.length > 0 ? [...new Set(statuses)].sort() : DEFAULT_VERSION_STATUSES;
    const question = {
      statuses: states,
      ...(reason ? { reason } : {}),
      ...pageArguments(page, limit, NODE_LIMIT_MAX),
    };
    return toPage(await scope.services.nodes.listVersions(await scope.reader(), question, nodeId || undefined));
  }

  @Query(() => [NodeVersion], {
    nullable: 'itemsAndList',
    description:
      'Versions by node id and version number, in the order of `refs`. An item is `null` if the version does not exist, or if it or its node is not Active.',
  })
  @Requires('public')
  @Cacheable('revision')
  async nodeVersionsByNumber(
    @Ctx() { scope }: GraphContext,
    @Arg('refs', () => [NodeVersionRefInput], { description: 'References to versions, at most 500.' })
    refs: NodeVersionRefInput[],
  ): Promise<(NodeVersionRecord | undefined)[]> {
    if (refs.length > REFS_MAX) throw invalidInput([`refs: takes at most ${REFS_MAX}`]);
    const versions = await scope.services.versions.bulk(refs);
    return versions.map((version) => (typeof version === 'string' ? undefined : version));
  }

  @Mutation(() => PublishedNodeVersion, {
    description:
      'Publishes a version: creates or updates its node, creates the version as Pending, and returns the upload URL of the archive. Requires membership of the publisher, one of its tokens, or the admin role; users must be approved if the registry requires approval.',
  })
  @Requires('version.publish')
  async publishNodeVersion(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher.' }) publisherId: string,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) nodeId: string,
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
    description:
      'Returns the version to install and counts a download, once per caller address, version and day. The version must be Active and have an archive.',
  })
  @Requires(['node.read', 'node.install'])
  async installNode(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) id: string,
    @Arg('version', () => String, {
      nullable: true,
      description: 'Semantic version or range, such as ^1.2. Defaults to the latest version.',
    })
    version?: string | null,
  ): Promise<NodeVersionRecord> {
    return scope.services.installs.install(await scope.reader(), id, version || undefined, scope.downloadAddress);
  }

  @Mutation(() => NodeVersion, {
    description:
      'Updates the changelog and the deprecation of a version. Requires membership of the publisher, or the admin role.',
  })
  @Requires('version.update')
  async updateNodeVersion(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => UpdateNodeVersionInput, { description: 'Changes.' }) input: UpdateNodeVersionInput,
    @Arg('versionId', () => ID, versionId) id?: string | null,
    @Arg('nodeId', () => ID, versionNodeId) nodeId?: string | null,
    @Arg('version', () => String, versionNumber) version?: string | null,
  ): Promise<NodeVersionRecord> {
    const name = versionName(id, nodeId, version);
    const fields = parseInput(versionFields, input);
    const actor = await scope.actor();
    return scope.services.versions.update(actor, await scope.services.versions.pathOf(name), fields);
  }

  @Mutation(() => NodeVersion, {
    description:
      'Unpublishes a version. Its status becomes Deleted and its number stays reserved. Idempotent. Requires membership of the publisher, one of its tokens, or the admin role.',
  })
  @Requires('version.unpublish')
  async unpublishNodeVersion(
    @Ctx() { scope }: GraphContext,
    @Arg('versionId', () => ID, versionId) id?: string | null,
    @Arg('nodeId', () => ID, versionNodeId) nodeId?: string | null,
    @Arg('version', () => String, versionNumber) version?: string | null,
  ): Promise<NodeVersionRecord> {
    const name = versionName(id, nodeId, version);
    const actor = await scope.actor();
    return scope.services.versions.unpublish(actor, await scope.services.versions.pathOf(name));
  }
}
