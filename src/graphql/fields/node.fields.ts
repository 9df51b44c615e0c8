import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type {
  CoreNodeRecord,
  NodeRecord,
  NodeVersionRecord,
  PublisherRecord,
  TranslationRecord,
} from '../../catalogue/records.js';
import { canonicalLanguage } from '../../values/language.js';
import type { FirstVersions } from '../../catalogue/version-lists.js';
import { withoutHidden } from '../../catalogue/visibility.js';
import { NodeVersionStatus } from '../../values/states.js';
import { days } from '../../services/inputs.js';
import { parseInput } from '../../values/parse.js';
import { type MaybePromise, mapMaybe } from '../../values/maybe-promise.js';
import { can } from '../../policy/authorize.js';
import { Requires, Cacheable } from '../access.js';
import type { GraphContext } from '../context.js';
import { Day } from '../scalars.js';
import { firstVersions, versionCursor } from '../inputs/first-versions.js';
import { type Connection, toConnection } from '../types/connection.js';
import { CoreNodeConnection } from '../types/core-node.type.js';
import { NodeVersionStatusEnum } from '../types/enums.js';
import { DailyDownloads, NodeVersion, NodeVersionConnection } from '../types/node-version.type.js';
import { Node } from '../types/node.type.js';
import { Publisher } from '../types/publisher.type.js';
import { NodeTranslation } from '../types/translation.type.js';
import { coreNodesOf } from './core-nodes-of.js';
import { nullIfAbsent } from './readable-version.js';

/** Removes the statuses Flagged and Deleted, unless the viewer may read versions with these statuses. */
function listedFor(node: NodeRecord, asked: FirstVersions, { scope }: GraphContext): MaybePromise<FirstVersions> {
  if (withoutHidden(asked.statuses).length === asked.statuses.length) return asked;
  return mapMaybe(scope.loaders.standing.load(node.publisherId), async (standing) => {
    const mayReadHidden = standing !== undefined && can(await scope.reader(), 'version.readHidden', standing);
    return mayReadHidden ? asked : { ...asked, statuses: withoutHidden(asked.statuses) };
  }) as Promise<FirstVersions>;
}

/** Filters translations by language. Returns all if `languages` is absent. */
function inLanguages(
  translations: readonly TranslationRecord[],
  languages: readonly string[] | null | undefined,
): readonly TranslationRecord[] {
  if (!languages) return translations;
  const wanted = new Set(languages.map((language) => canonicalLanguage(language) ?? language));
  return translations.filter(({ language }) => wanted.has(language));
}

/** Nested fields of a node. */
@Resolver(() => Node)
export class NodeFields {
  @FieldResolver(() => Publisher, { description: 'Publisher that owns the node.' })
  @Requires('public')
  @Cacheable('tracked')
  publisher(@Root() node: NodeRecord, @Ctx() { scope }: GraphContext): MaybePromise<PublisherRecord | undefined> {
    return scope.loaders.publisher(node.publisherId);
  }

  @FieldResolver(() => NodeVersion, {
    nullable: true,
    description:
      'Highest installable version by semantic-version precedence. A pre-release is chosen only if there is no other version. `null` if no version is installable; imported nodes have no archive, so hosts install them from the repository.',
  })
  @Requires('public')
  @Cacheable('tracked')
  latestVersion(
    @Root() node: NodeRecord,
    @Ctx() { scope }: GraphContext,
  ): MaybePromise<NodeVersionRecord | undefined> | null {
    return node.latestVersionId === null ? null : scope.loaders.version(node.latestVersionId);
  }

  @FieldResolver(() => Boolean, { description: 'True if the caller may update the node.' })
  @Requires('public')
  async viewerCanEdit(@Root() node: NodeRecord, @Ctx() { scope }: GraphContext): Promise<boolean> {
    const standing = await scope.loaders.standing.load(node.publisherId);
    return standing !== undefined && can(await scope.reader(), 'node.update', { ...standing, nodeStatus: node.status });
  }

  @FieldResolver(() => NodeVersionConnection, { nullable: true, description: 'Versions of the node, highest first.' })
  @Requires('public')
  @Cacheable('tracked')
  versions(
    @Root() node: NodeRecord,
    @Ctx() context: GraphContext,
    @Arg('first', () => Int, { nullable: true, defaultValue: 10, description: 'Number of items, 1 to 100.' })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Cursor of the item after which the slice begins.' })
    after?: string | null,
    @Arg('statuses', () => [NodeVersionStatusEnum], {
      nullable: true,
      description:
        'Only versions with these statuses. Defaults to Active. Flagged and Deleted ones are listed for members of the publisher, its tokens and admins only.',
    })
    statuses?: NodeVersionStatus[] | null,
  ): MaybePromise<Connection<NodeVersionRecord>> {
    const { loaders, services } = context.scope;
    const { catalogue } = services;
    return mapMaybe(listedFor(node, firstVersions({ first, after, statuses }), context), (asked) =>
      mapMaybe(loaders.nested(catalogue.versionLists.first(asked), node.id), (slice) =>
        toConnection(slice, after, versionCursor, () =>
          loaders.nested(catalogue.versionLists.counts(asked.statuses), node.id),
        ),
      ),
    );
  }

  @FieldResolver(() => NodeVersion, {
    nullable: true,
    description:
      'The version with this number; `null` if it does not exist. A version that is not Active requires membership of the publisher, one of its tokens, or the admin role; it is `null` for other callers.',
  })
  @Requires('version.readHidden')
  @Cacheable('revision')
  async version(
    @Root() node: NodeRecord,
    @Ctx() { scope }: GraphContext,
    @Arg('number', () => String, { description: 'Semantic version.' }) number: string,
  ): Promise<NodeVersionRecord | null> {
    return nullIfAbsent(scope.services.nodes.version(await scope.reader(), node.id, number));
  }

  @FieldResolver(() => CoreNodeConnection, {
    nullable: true,
    description:
      'Core-node definitions of the latest version, ordered by name. An imported node has definitions without a version.',
  })
  @Requires('public')
  @Cacheable('tracked')
  coreNodes(
    @Root() node: NodeRecord,
    @Ctx() context: GraphContext,
    @Arg('first', () => Int, { nullable: true, defaultValue: 10, description: 'Number of items, 1 to 100.' })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Cursor of the item after which the slice begins.' })
    after?: string | null,
  ): MaybePromise<Connection<CoreNodeRecord>> {
    return coreNodesOf(node.coreNodesVersionId, first, after, context);
  }

  @FieldResolver(() => [NodeTranslation], {
    description:
      'Translations of the node by its publisher and by admins. Some registries also include community translations into languages that the publisher did not translate; `source` distinguishes them.',
  })
  @Requires('public')
  @Cacheable('revision')
  async translations(
    @Root() node: NodeRecord,
    @Ctx() { scope }: GraphContext,
    @Arg('languages', () => [String], {
      nullable: true,
      description: 'Only translations into these languages, given as BCP 47 tags.',
    })
    languages?: string[] | null,
  ): Promise<readonly TranslationRecord[]> {
    const stored = await scope.loaders.translations.load(node.id);
    return inLanguages(scope.services.translations.shown(stored).translations, languages);
  }

  @FieldResolver(() => [NodeTranslation], {
    description:
      'Translations of the node by other callers, which the publisher did not review. Empty if the registry includes them in `translations` or accepts none.',
  })
  @Requires('public')
  @Cacheable('revision')
  async communityTranslations(
    @Root() node: NodeRecord,
    @Ctx() { scope }: GraphContext,
    @Arg('languages', () => [String], {
      nullable: true,
      description: 'Only translations into these languages, given as BCP 47 tags.',
    })
    languages?: string[] | null,
  ): Promise<readonly TranslationRecord[]> {
    const stored = await scope.loaders.translations.load(node.id);
    return inLanguages(scope.services.translations.shown(stored).communityTranslations, languages);
  }

  @FieldResolver(() => Int, { description: 'Number of reviews, one per user.' })
  @Requires('public')
  @Cacheable('revision')
  reviewCount(@Root() node: NodeRecord, @Ctx() { scope }: GraphContext): Promise<number> {
    return scope.loaders.reviewCount.load(node.id);
  }

  @FieldResolver(() => [DailyDownloads], {
    nullable: true,
    description: 'Number of downloads by day and version, oldest first. The range has at most 366 days.',
  })
  @Requires('node.read')
  async downloadStatistics(
    @Root() node: NodeRecord,
    @Ctx() { scope }: GraphContext,
    @Arg('from', () => Day, {
      nullable: true,
      description: 'First day. Defaults to 29 days before `to`.',
    })
    from?: string | null,
    @Arg('to', () => Day, { nullable: true, description: 'Last day. Defaults to today (UTC).' })
    to?: string | null,
  ): Promise<DailyDownloads[]> {
    const question = parseInput(days, { from: from ?? undefined, to: to ?? undefined });
    return scope.services.installs.statistics(await scope.reader(), node.id, question.from, question.to);
  }
}
