import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { NodeRecord, TranslationRecord } from '../../catalogue/records.js';
import { newNode, nodeClaim, nodeReview, nodeUpdate, translations } from '../../services/inputs.js';
import { parseInput } from '../../values/parse.js';
import type { TranslationSource } from '../../values/states.js';
import { Requires, Cacheable } from '../access.js';
import type { GraphContext } from '../context.js';
import { NodeFilterInput, nodeListQuestion, NodeOrderInput } from '../inputs/node-filter.input.js';
import {
  AddNodeTranslationsInput,
  ClaimNodeInput,
  CreateNodeInput,
  ReviewNodeInput,
  UpdateNodeInput,
} from '../inputs/node.input.js';
import { LimitArg, PageArg } from '../inputs/page.js';
import { TranslationSourceEnum } from '../types/enums.js';
import { Node, NodePage } from '../types/node.type.js';
import { toPage } from '../types/page.js';
import { NodeTranslation } from '../types/translation.type.js';

/** Returns an object with one property, or an empty one if the value is absent, `null` or an empty string. */
const given = <T>(name: string, value: T | null | undefined): Record<string, T> =>
  value === null || value === undefined || value === '' ? {} : { [name]: value };

const ORDER = 'Sort keys, the most significant first. Repeated keys of a field are ignored.';

/** Nodes. */
@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description:
      'The node with this id; `null` if it does not exist. A banned node is an error for callers without the admin role.',
  })
  @Requires('node.read')
  @Cacheable('tracked')
  async node(
    @Arg('id', () => ID, { description: 'Id of the node. Case is ignored, and ".", "_" and "-" count as equal.' })
    id: string,
    @Ctx() { scope }: GraphContext,
  ): Promise<NodeRecord | undefined> {
    return scope.services.nodes.find(await scope.reader(), id, scope.loaders.reads);
  }

  @Query(() => NodePage, {
    nullable: true,
    description: 'A page of the nodes of all publishers, oldest first unless `orderBy` is given.',
  })
  @Requires('public')
  @Cacheable('tracked')
  async nodes(
    @Ctx() { scope }: GraphContext,
    @PageArg() page: number | null,
    @LimitArg('Nodes', 100) limit: number | null,
    @Arg('orderBy', () => [NodeOrderInput], { nullable: true, description: ORDER }) orderBy?: NodeOrderInput[] | null,
    @Arg('filter', () => NodeFilterInput, {
      nullable: true,
      description: 'Conditions that all nodes of the page match.',
    })
    filter?: NodeFilterInput | null,
    @Arg('latest', () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: 'If true, the page reflects every commit made before the request.',
    })
    latest?: boolean | null,
  ) {
    const question = nodeListQuestion({ page, limit, orderBy, filter });
    if (latest) await scope.services.catalogue.refresh();
    return toPage(await scope.services.catalogue.listNodes(question, scope.loaders.reads));
  }

  @Query(() => NodePage, {
    nullable: true,
    description:
      'A page of nodes found by keyword, repository or core-node name. Best match first unless `orderBy` is given.',
  })
  @Requires('public')
  @Cacheable('revision')
  async searchNodes(
    @Ctx() { scope }: GraphContext,
    @PageArg() page: number | null,
    @LimitArg('Nodes', 100) limit: number | null,
    @Arg('search', () => String, { nullable: true, description: 'Search words. Typos are tolerated.' })
    search?: string | null,
    @Arg('repositoryUrl', () => String, { nullable: true, description: 'Part of the repository URL.' })
    repositoryUrl?: string | null,
    @Arg('coreNode', () => String, {
      nullable: true,
      description: 'Part of the name of a core-node that the latest version provides.',
    })
    coreNode?: string | null,
    @Arg('orderBy', () => [NodeOrderInput], { nullable: true, description: ORDER }) orderBy?: NodeOrderInput[] | null,
    @Arg('filter', () => NodeFilterInput, {
      nullable: true,
      description: 'Conditions that all nodes of the page match.',
    })
    filter?: NodeFilterInput | null,
  ) {
    const words = {
      ...given('search', search),
      ...given('repositoryUrl', repositoryUrl),
      ...given('coreNode', coreNode),
    };
    const question = { ...nodeListQuestion({ page, limit, orderBy, filter }), ...words };
    return toPage(await scope.services.catalogue.searchNodes(question));
  }

  @Mutation(() => Node, {
    description: 'Creates a node of a publisher. Requires membership of the publisher, or the admin role.',
  })
  @Requires('node.create')
  async createNode(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher that will own the node.' }) publisherId: string,
    @Arg('input', () => CreateNodeInput, { description: 'The new node.' }) input: CreateNodeInput,
  ): Promise<NodeRecord> {
    return scope.services.nodes.create(await scope.actor(), publisherId, parseInput(newNode, input));
  }

  @Mutation(() => Node, {
    description:
      'Deletes a node whose versions are all unpublished, and returns it. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires('node.delete')
  async deleteNode(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) id: string,
  ): Promise<NodeRecord> {
    return scope.services.nodes.delete(await scope.actor(), undefined, id);
  }

  @Mutation(() => Node, {
    description: 'Rates a node with 1 to 5 stars, replacing the caller’s earlier review. Requires a signed-in user.',
  })
  @Requires(['node.review', 'node.read'])
  async reviewNode(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) id: string,
    @Arg('input', () => ReviewNodeInput, { description: 'The review.' }) input: ReviewNodeInput,
  ): Promise<NodeRecord> {
    return scope.services.reviews.review(await scope.actor(), id, parseInput(nodeReview, input).star);
  }

  @Mutation(() => Node, {
    description: 'Updates a node. Requires membership of the publisher, one of its tokens, or the admin role.',
  })
  @Requires('node.update')
  async updateNode(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) id: string,
    @Arg('input', () => UpdateNodeInput, { description: 'Changes.' }) input: UpdateNodeInput,
  ): Promise<NodeRecord> {
    return scope.services.nodes.update(await scope.actor(), undefined, id, parseInput(nodeUpdate, input));
  }

  @Mutation(() => Node, {
    description:
      'Transfers an unclaimed node to a publisher. Requires membership of the publisher, or the admin role, and a repository host token with admin rights on the node’s repository.',
  })
  @Requires('node.claim')
  async claimNode(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) id: string,
    @Arg('publisherId', () => ID, { description: 'Id of the publisher that will own the node.' }) publisherId: string,
    @Arg('input', () => ClaimNodeInput, { description: 'Proof of ownership.' }) input: ClaimNodeInput,
  ): Promise<NodeRecord> {
    return scope.services.claims.claim(await scope.actor(), publisherId, id, parseInput(nodeClaim, input));
  }

  @Mutation(() => [NodeTranslation], {
    description:
      'Adds translations to a node and returns the translations that the registry shows. A translation replaces the one of the same language and source. Members of the publisher and admins write as the publisher, other callers as the community. The registry can refuse translations by anonymous callers, or all community translations.',
  })
  @Requires(['translation.contribute', 'node.read'])
  async addNodeTranslations(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) nodeId: string,
    @Arg('input', () => AddNodeTranslationsInput, { description: 'The translations.' }) input: AddNodeTranslationsInput,
  ): Promise<TranslationRecord[]> {
    return scope.services.translations.add(await scope.actor(), nodeId, parseInput(translations, input).data);
  }

  @Mutation(() => [NodeTranslation], {
    description:
      'Removes the translation of a node by one source into one language, and returns the remaining ones that the registry shows. Requires the owner role in the publisher, or the admin role.',
  })
  @Requires('translation.remove')
  async removeNodeTranslation(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'Id of the node.' }) nodeId: string,
    @Arg('language', () => String, { description: 'Language tag (BCP 47).' }) language: string,
    @Arg('source', () => TranslationSourceEnum, { description: 'Source of the translation to remove.' })
    source: TranslationSource,
  ): Promise<TranslationRecord[]> {
    return scope.services.translations.remove(await scope.actor(), nodeId, language, source);
  }
}
