import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { CoreNodeRecord, NodeRecord, NodeVersionRecord, PublisherRecord } from '../../catalogue/records.js';
import {
  ban,
  coreNodeFields,
  newNode,
  nodeModeration,
  storedCoreNodes,
  unban,
  versionModeration,
} from '../../services/inputs.js';
import { parseInput } from '../../values/parse.js';
import { Requires } from '../access.js';
import type { GraphContext } from '../context.js';
import { StoreCoreNodesInput, UpdateCoreNodeInput, withJsonTexts } from '../inputs/core-node.input.js';
import { AdminUpdateNodeInput, AdminUpdateNodeVersionInput, BanInput, UnbanInput } from '../inputs/moderation.input.js';
import { CreateUnclaimedNodeInput } from '../inputs/node.input.js';
import { versionId, versionName, versionNodeId, versionNumber } from '../inputs/version-name.js';
import { CoreNode } from '../types/core-node.type.js';
import { DeadJob } from '../types/job.type.js';
import { Node } from '../types/node.type.js';
import { NodeVersion } from '../types/node-version.type.js';
import { Publisher } from '../types/publisher.type.js';
import { AdminToken } from '../types/user.type.js';

/** Moderation and maintenance by admins. */
@Resolver()
export class ModerationResolver {
  @Mutation(() => Publisher, { description: 'Bans a publisher and its nodes. Requires the admin role.' })
  @Requires('publisher.ban')
  async banPublisher(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher.' }) id: string,
    @Arg('input', () => BanInput, { nullable: true, description: 'Reason.' }) input?: BanInput | null,
  ): Promise<PublisherRecord> {
    return scope.services.moderation.banPublisher(await scope.actor(), id, parseInput(ban, input ?? {}).reason);
  }

  @Mutation(() => Publisher, {
    description:
      'Lifts the ban of a publisher and of the nodes that were banned together with it. Requires the admin role.',
  })
  @Requires('publisher.ban')
  async unbanPublisher(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher.' }) id: string,
    @Arg('input', () => UnbanInput, { nullable: true, description: 'Reason.' }) input?: UnbanInput | null,
  ): Promise<PublisherRecord> {
    return scope.services.moderation.unbanPublisher(
      await scope.actor(),
      id,
      parseInput(unban, input ?? {}).reason ?? undefined,
    );
  }

  @Mutation(() => Node, { description: 'Bans a node. Requires the admin role.' })
  @Requires('node.ban')
  async banNode(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) id: string,
    @Arg('input', () => BanInput, { nullable: true, description: 'Reason.' }) input?: BanInput | null,
  ): Promise<NodeRecord> {
    return scope.services.moderation.banNode(await scope.actor(), undefined, id, parseInput(ban, input ?? {}).reason);
  }

  @Mutation(() => Node, { description: 'Lifts the ban of a node. Requires the admin role.' })
  @Requires('node.ban')
  async unbanNode(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) id: string,
    @Arg('input', () => UnbanInput, { nullable: true, description: 'Reason.' }) input?: UnbanInput | null,
  ): Promise<NodeRecord> {
    return scope.services.moderation.unbanNode(
      await scope.actor(),
      undefined,
      id,
      parseInput(unban, input ?? {}).reason ?? undefined,
    );
  }

  @Mutation(() => Node, {
    description:
      'Updates a node: its fields, the admin-only fields, its publisher, and its status with a reason. Requires the admin role.',
  })
  @Requires('node.setAdminFields')
  async adminUpdateNode(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) id: string,
    @Arg('input', () => AdminUpdateNodeInput, { description: 'Changes.' }) input: AdminUpdateNodeInput,
  ): Promise<NodeRecord> {
    const { publisherId, ...fields } = input;
    const changes = parseInput(nodeModeration, { ...fields, publisher: { id: publisherId } });
    return scope.services.moderation.updateNode(await scope.actor(), undefined, id, changes);
  }

  @Mutation(() => Node, {
    description: 'Creates a node without an owner, which a publisher can claim. Requires the admin role.',
  })
  @Requires('node.createUnclaimed')
  async createUnclaimedNode(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => CreateUnclaimedNodeInput, { description: 'The new node.' }) input: CreateUnclaimedNodeInput,
  ): Promise<NodeRecord> {
    return scope.services.nodes.createUnclaimed(await scope.actor(), parseInput(newNode, input));
  }

  @Mutation(() => AdminToken, {
    description:
      'Generates a bearer token of the calling admin that is valid for an hour. Requires the admin role, and a credential that is not itself a generated token.',
  })
  @Requires('adminToken.create')
  async generateAdminToken(@Ctx() { scope }: GraphContext): Promise<AdminToken> {
    return scope.services.adminTokens.generate(await scope.actor());
  }

  @Mutation(() => NodeVersion, {
    description:
      'Updates a version: its fields, the admin-only fields, and its status with a reason. Requires the admin role.',
  })
  @Requires('version.setStatus')
  async adminUpdateNodeVersion(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => AdminUpdateNodeVersionInput, { description: 'Changes.' })
    input: AdminUpdateNodeVersionInput,
    @Arg('versionId', () => ID, versionId) id?: string | null,
    @Arg('nodeId', () => ID, versionNodeId) nodeId?: string | null,
    @Arg('version', () => String, versionNumber) version?: string | null,
  ): Promise<NodeVersionRecord> {
    const name = versionName(id, nodeId, version);
    const changes = parseInput(versionModeration, input);
    const actor = await scope.actor();
    const ref = await scope.services.versions.refOf(name);
    return scope.services.moderation.updateVersion(actor, ref.nodeId, ref.version, changes);
  }

  @Mutation(() => [CoreNode], {
    description: 'Replaces the core-node definitions of a version and returns them. Requires the admin role.',
  })
  @Requires('coreNode.store')
  async storeCoreNodes(
    @Ctx() { scope }: GraphContext,
    @Arg('input', () => StoreCoreNodesInput, { description: 'New definitions.' }) input: StoreCoreNodesInput,
    @Arg('versionId', () => ID, versionId) id?: string | null,
    @Arg('nodeId', () => ID, versionNodeId) nodeId?: string | null,
    @Arg('version', () => String, versionNumber) version?: string | null,
  ): Promise<CoreNodeRecord[]> {
    const name = versionName(id, nodeId, version);
    const { coreNodes } = parseInput(storedCoreNodes, { coreNodes: input.coreNodes.map(withJsonTexts) });
    const actor = await scope.actor();
    const ref = await scope.services.versions.refOf(name);
    return scope.services.coreNodes.store(actor, ref.nodeId, ref.version, coreNodes);
  }

  @Mutation(() => CoreNode, {
    description: 'Updates a core-node definition, including its policy. Requires the admin role.',
  })
  @Requires('coreNode.store')
  async updateCoreNode(
    @Ctx() { scope }: GraphContext,
    @Arg('name', () => String, { description: 'Name of the core-node.' }) name: string,
    @Arg('input', () => UpdateCoreNodeInput, { description: 'Changes.' }) input: UpdateCoreNodeInput,
    @Arg('versionId', () => ID, versionId) id?: string | null,
    @Arg('nodeId', () => ID, versionNodeId) nodeId?: string | null,
    @Arg('version', () => String, versionNumber) version?: string | null,
  ): Promise<CoreNodeRecord> {
    const of = versionName(id, nodeId, version);
    const fields = parseInput(coreNodeFields, withJsonTexts(input));
    const actor = await scope.actor();
    const ref = await scope.services.versions.refOf(of);
    return scope.services.coreNodes.update(actor, ref.nodeId, ref.version, name, fields);
  }

  @Query(() => [DeadJob], {
    nullable: true,
    description:
      'Dead letters: background jobs that failed on their last attempt, oldest first. Requires the admin role.',
  })
  @Requires('job.manage')
  async deadJobs(@Ctx() { scope }: GraphContext): Promise<DeadJob[]> {
    return scope.services.jobs.deadLetters(await scope.viewer());
  }

  @Mutation(() => Int, {
    description: 'Retries all dead letters, and returns their number. Requires the admin role.',
  })
  @Requires('job.manage')
  async replayDeadJobs(@Ctx() { scope }: GraphContext): Promise<number> {
    return scope.services.jobs.replay(await scope.actor(), scope.services.writer);
  }
}
