import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { CoreNodeRecord, NodeRecord, NodeVersionRecord, PublisherRecord } from '../../catalogue/records.js';
import {
  ban,
  coreNodeFields,
  nodeModeration,
  storedCoreNodes,
  unban,
  versionModeration,
} from '../../services/inputs.js';
import type { UserRecord } from '../../services/user.service.js';
import { parseInput } from '../../values/parse.js';
import { Asks } from '../asks.js';
import type { GraphContext } from '../context.js';
import { StoreCoreNodesInput, UpdateCoreNodeInput } from '../inputs/core-node.input.js';
import { AdminUpdateNodeInput, AdminUpdateNodeVersionInput, BanInput, UnbanInput } from '../inputs/moderation.input.js';
import { CoreNode } from '../types/core-node.type.js';
import { DeadJob } from '../types/job.type.js';
import { Node } from '../types/node.type.js';
import { NodeVersion } from '../types/node-version.type.js';
import { Publisher } from '../types/publisher.type.js';
import { User } from '../types/user.type.js';

/** What admins do. */
@Resolver()
export class ModerationResolver {
  @Mutation(() => Publisher, { description: 'Bans a publisher and its nodes. Admins may.' })
  @Asks('publisher.ban')
  async banPublisher(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the publisher.' }) id: string,
    @Arg('input', () => BanInput, { description: 'Why.' }) input: BanInput,
  ): Promise<PublisherRecord> {
    return scope.services.moderation.banPublisher(await scope.actor(), id, parseInput(ban, input).reason);
  }

  @Mutation(() => Publisher, { description: 'Lifts a publisher’s ban, and that of the nodes it covered. Admins may.' })
  @Asks('publisher.ban')
  async unbanPublisher(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the publisher.' }) id: string,
    @Arg('input', () => UnbanInput, { nullable: true, description: 'Why.' }) input?: UnbanInput | null,
  ): Promise<PublisherRecord> {
    return scope.services.moderation.unbanPublisher(
      await scope.actor(),
      id,
      parseInput(unban, input ?? {}).reason ?? undefined,
    );
  }

  @Mutation(() => Node, { description: 'Bans a node. Admins may.' })
  @Asks('node.ban')
  async banNode(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the node.' }) id: string,
    @Arg('input', () => BanInput, { description: 'Why.' }) input: BanInput,
  ): Promise<NodeRecord> {
    return scope.services.moderation.banNode(await scope.actor(), undefined, id, parseInput(ban, input).reason);
  }

  @Mutation(() => Node, { description: 'Lifts a node’s ban. Admins may.' })
  @Asks('node.ban')
  async unbanNode(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the node.' }) id: string,
    @Arg('input', () => UnbanInput, { nullable: true, description: 'Why.' }) input?: UnbanInput | null,
  ): Promise<NodeRecord> {
    return scope.services.moderation.unbanNode(
      await scope.actor(),
      undefined,
      id,
      parseInput(unban, input ?? {}).reason ?? undefined,
    );
  }

  @Mutation(() => Node, {
    description: 'Updates a node as an admin: its fields, the admin’s own, and its state with the reason.',
  })
  @Asks('node.setAdminFields')
  async adminUpdateNode(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the node.' }) id: string,
    @Arg('input', () => AdminUpdateNodeInput, { description: 'What is to change.' }) input: AdminUpdateNodeInput,
  ): Promise<NodeRecord> {
    return scope.services.moderation.updateNode(await scope.actor(), id, parseInput(nodeModeration, input));
  }

  @Mutation(() => NodeVersion, {
    description: 'Sets a version’s state with its reason, and the admin’s fields. Admins may.',
  })
  @Asks('version.setStatus')
  async adminUpdateNodeVersion(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'The id of the node.' }) nodeId: string,
    @Arg('version', () => String, { description: 'The number of the version.' }) version: string,
    @Arg('input', () => AdminUpdateNodeVersionInput, { description: 'What is to change.' })
    input: AdminUpdateNodeVersionInput,
  ): Promise<NodeVersionRecord> {
    return scope.services.moderation.updateVersion(
      await scope.actor(),
      nodeId,
      version,
      parseInput(versionModeration, input),
    );
  }

  @Mutation(() => [CoreNode], {
    description: 'Stores the core-node definitions of a version in place of those it has. Admins may.',
  })
  @Asks('coreNode.store')
  async storeCoreNodes(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'The id of the node.' }) nodeId: string,
    @Arg('version', () => String, { description: 'The number of the version.' }) version: string,
    @Arg('input', () => StoreCoreNodesInput, { description: 'The definitions.' }) input: StoreCoreNodesInput,
  ): Promise<CoreNodeRecord[]> {
    return scope.services.coreNodes.store(
      await scope.actor(),
      nodeId,
      version,
      parseInput(storedCoreNodes, input).coreNodes,
    );
  }

  @Mutation(() => CoreNode, { description: 'Updates a core-node definition, or how it may be used. Admins may.' })
  @Asks('coreNode.store')
  async updateCoreNode(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'The id of the node.' }) nodeId: string,
    @Arg('version', () => String, { description: 'The number of the version.' }) version: string,
    @Arg('name', () => String, { description: 'The name of the core-node.' }) name: string,
    @Arg('input', () => UpdateCoreNodeInput, { description: 'What is to change.' }) input: UpdateCoreNodeInput,
  ): Promise<CoreNodeRecord> {
    return scope.services.coreNodes.update(
      await scope.actor(),
      nodeId,
      version,
      name,
      parseInput(coreNodeFields, input),
    );
  }

  @Mutation(() => User, { description: 'Lets a user publish, where new users wait for that. Admins may.' })
  @Asks('user.approve')
  async approveUser(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'Our id of the user.' }) id: string,
  ): Promise<UserRecord> {
    return scope.services.users.approve(await scope.actor(), id);
  }

  @Query(() => [DeadJob], {
    description: 'The background jobs that failed for the last time, oldest first. Admins may see them.',
  })
  @Asks('job.manage')
  async deadJobs(@Ctx() { scope }: GraphContext): Promise<DeadJob[]> {
    return scope.services.jobs.dead(await scope.viewer());
  }

  @Mutation(() => Int, {
    description: 'Tries the background jobs again that failed for the last time, and gives how many. Admins may.',
  })
  @Asks('job.manage')
  async replayDeadJobs(@Ctx() { scope }: GraphContext): Promise<number> {
    return scope.services.jobs.replay(await scope.viewer());
  }
}
