import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { NodeRecord, TranslationRecord } from '../../catalogue/records.js';
import { newNode, nodeClaim, nodeReview, nodeUpdate, translations } from '../../services/inputs.js';
import { parseInput } from '../../values/parse.js';
import type { TranslationSource } from '../../values/states.js';
import { Asks, Cacheable } from '../asks.js';
import type { GraphContext } from '../context.js';
import { NodeFilterInput, nodeListQuestion } from '../inputs/node-filter.input.js';
import {
  AddNodeTranslationsInput,
  ClaimNodeInput,
  CreateNodeInput,
  ReviewNodeInput,
  UpdateNodeInput,
} from '../inputs/node.input.js';
import { TranslationSourceEnum } from '../types/enums.js';
import { Node, NodePage } from '../types/node.type.js';
import { toPage } from '../types/page.js';
import { NodeTranslation } from '../types/translation.type.js';

const given = <T>(name: string, value: T | null | undefined): Record<string, T> =>
  value === null || value === undefined || value === '' ? {} : { [name]: value };

const SORT =
  'Columns to sort by, each with ";desc" behind it for descending: id, name, author, downloads, repo_host_stars, rating, search_ranking, created_at, updated_at, publisher.';

/** Nodes. */
@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'The node of this id, in whatever spelling; null where there is none, an error where it is banned.',
  })
  @Asks('node.read')
  @Cacheable('tracked')
  async node(
    @Arg('id', () => ID, { description: 'The id of the node.' }) id: string,
    @Ctx() { scope }: GraphContext,
  ): Promise<NodeRecord | undefined> {
    return scope.services.nodes.find(await scope.reader(), id, scope.loaders.reads);
  }

  @Query(() => NodePage, { description: 'A page of nodes across all publishers, by age where no order is asked.' })
  @Asks('public')
  @Cacheable('tracked')
  async nodes(
    @Ctx() { scope }: GraphContext,
    @Arg('page', () => Int, { nullable: true, defaultValue: 1, description: 'The number of the page, from 1.' })
    page: number | null,
    @Arg('limit', () => Int, {
      nullable: true,
      defaultValue: 10,
      description: 'How many nodes a page has; at most 100.',
    })
    limit: number | null,
    @Arg('sort', () => [String], { nullable: true, description: SORT }) sort?: string[] | null,
    @Arg('filter', () => NodeFilterInput, { nullable: true, description: 'Which nodes.' })
    filter?: NodeFilterInput | null,
    @Arg('latest', () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: 'If true, the page reflects every commit made before the request.',
    })
    latest?: boolean | null,
  ) {
    const question = nodeListQuestion({ page, limit, sort, filter });
    if (latest) await scope.services.catalogue.refresh();
    return toPage(await scope.services.catalogue.listNodes(question, scope.loaders.reads));
  }

  @Query(() => NodePage, {
    description:
      'A page of nodes found by keyword, repository or core-node name; best match first where no order is asked.',
  })
  @Asks('public')
  @Cacheable('revision')
  async searchNodes(
    @Ctx() { scope }: GraphContext,
    @Arg('page', () => Int, { nullable: true, defaultValue: 1, description: 'The number of the page, from 1.' })
    page: number | null,
    @Arg('limit', () => Int, {
      nullable: true,
      defaultValue: 10,
      description: 'How many nodes a page has; at most 100.',
    })
    limit: number | null,
    @Arg('search', () => String, { nullable: true, description: 'Words to find; typing errors are forgiven.' })
    search?: string | null,
    @Arg('repositoryUrl', () => String, { nullable: true, description: 'A part of the repository’s address.' })
    repositoryUrl?: string | null,
    @Arg('coreNode', () => String, {
      nullable: true,
      description: 'A part of the name of a core-node that the latest version provides.',
    })
    coreNode?: string | null,
    @Arg('sort', () => [String], { nullable: true, description: SORT }) sort?: string[] | null,
    @Arg('filter', () => NodeFilterInput, { nullable: true, description: 'Which nodes.' })
    filter?: NodeFilterInput | null,
  ) {
    const words = {
      ...given('search', search),
      ...given('repositoryUrl', repositoryUrl),
      ...given('coreNode', coreNode),
    };
    const question = { ...nodeListQuestion({ page, limit, sort, filter }), ...words };
    return toPage(await scope.services.catalogue.searchNodes(question));
  }

  @Mutation(() => Node, { description: 'Creates a node of a publisher. Its members and admins may.' })
  @Asks('node.create')
  async createNode(
    @Ctx() { scope }: GraphContext,
    @Arg('publisherId', () => ID, { description: 'The publisher it shall belong to.' }) publisherId: string,
    @Arg('input', () => CreateNodeInput, { description: 'The new node.' }) input: CreateNodeInput,
  ): Promise<NodeRecord> {
    return scope.services.nodes.create(await scope.actor(), publisherId, parseInput(newNode, input));
  }

  @Mutation(() => Node, {
    description:
      'Deletes a node whose versions are all unpublished, and gives what it was. Owners of its publisher and admins may.',
  })
  @Asks('node.delete')
  async deleteNode(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the node.' }) id: string,
  ): Promise<NodeRecord> {
    return scope.services.nodes.delete(await scope.actor(), undefined, id);
  }

  @Mutation(() => Node, { description: 'Gives a node 1 to 5 stars, in place of what the caller gave it before.' })
  @Asks(['node.review', 'node.read'])
  async reviewNode(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the node.' }) id: string,
    @Arg('input', () => ReviewNodeInput, { description: 'The review.' }) input: ReviewNodeInput,
  ): Promise<NodeRecord> {
    return scope.services.reviews.review(await scope.actor(), id, parseInput(nodeReview, input).star);
  }

  @Mutation(() => Node, { description: 'Updates a node. Members of its publisher, its tokens and admins may.' })
  @Asks('node.update')
  async updateNode(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the node.' }) id: string,
    @Arg('input', () => UpdateNodeInput, { description: 'What is to change.' }) input: UpdateNodeInput,
  ): Promise<NodeRecord> {
    return scope.services.nodes.update(await scope.actor(), undefined, id, parseInput(nodeUpdate, input));
  }

  @Mutation(() => Node, {
    description:
      'Claims an unclaimed node into a publisher. Its members may, with a token that administers the node’s repository.',
  })
  @Asks('node.claim')
  async claimNode(
    @Ctx() { scope }: GraphContext,
    @Arg('id', () => ID, { description: 'The id of the node.' }) id: string,
    @Arg('publisherId', () => ID, { description: 'The publisher to claim it into.' }) publisherId: string,
    @Arg('input', () => ClaimNodeInput, { description: 'The proof.' }) input: ClaimNodeInput,
  ): Promise<NodeRecord> {
    return scope.services.claims.claim(await scope.actor(), publisherId, id, parseInput(nodeClaim, input));
  }

  @Mutation(() => [NodeTranslation], {
    description: 'Adds translations to a node and gives all it has. Anybody may; what strangers add is community text.',
  })
  @Asks(['translation.contribute', 'node.read'])
  async addNodeTranslations(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'The id of the node.' }) nodeId: string,
    @Arg('input', () => AddNodeTranslationsInput, { description: 'The translations.' }) input: AddNodeTranslationsInput,
  ): Promise<TranslationRecord[]> {
    return scope.services.translations.add(await scope.actor(), nodeId, parseInput(translations, input).data);
  }

  @Mutation(() => [NodeTranslation], {
    description:
      'Removes what one source says of a node in one language, and gives what stays. Owners of its publisher and admins may.',
  })
  @Asks('translation.remove')
  async removeNodeTranslation(
    @Ctx() { scope }: GraphContext,
    @Arg('nodeId', () => ID, { description: 'The id of the node.' }) nodeId: string,
    @Arg('language', () => String, { description: 'The language, as a tag of BCP 47.' }) language: string,
    @Arg('source', () => TranslationSourceEnum, { description: 'Whose text to remove.' }) source: TranslationSource,
  ): Promise<TranslationRecord[]> {
    return scope.services.translations.remove(await scope.actor(), nodeId, language, source);
  }
}
