import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type {
  CoreNodeRecord,
  NodeRecord,
  NodeVersionRecord,
  PublisherRecord,
  TranslationRecord,
} from '../../catalogue/records.js';
import { canonicalLanguage } from '../../values/language.js';
import type { NodeVersionStatus } from '../../values/states.js';
import { days } from '../../services/inputs.js';
import { parseInput } from '../../values/parse.js';
import { type MaybePromise, whenThere } from '../../values/maybe-promise.js';
import { can } from '../../policy/authorize.js';
import { Asks, Cacheable } from '../asks.js';
import type { GraphContext } from '../context.js';
import { firstVersions, versionCursor } from '../inputs/first-versions.js';
import { type Connection, toConnection } from '../types/connection.js';
import { CoreNodeConnection } from '../types/core-node.type.js';
import { NodeVersionStatusEnum } from '../types/enums.js';
import { DailyDownloads, NodeVersion, NodeVersionConnection } from '../types/node-version.type.js';
import { Node } from '../types/node.type.js';
import { Publisher } from '../types/publisher.type.js';
import { NodeTranslation } from '../types/translation.type.js';
import { coreNodesOf } from './core-nodes-of.js';

/** What a node leads to. */
@Resolver(() => Node)
export class NodeFields {
  @FieldResolver(() => Publisher, { description: 'Who owns it.' })
  @Asks('public')
  @Cacheable('tracked')
  publisher(@Root() node: NodeRecord, @Ctx() { scope }: GraphContext): MaybePromise<PublisherRecord | undefined> {
    return scope.loaders.publisher(node.publisherId);
  }

  @FieldResolver(() => NodeVersion, {
    nullable: true,
    description:
      'Its highest Active version by semantic-version precedence; a pre-release only where nothing else is Active.',
  })
  @Asks('public')
  @Cacheable('tracked')
  latestVersion(
    @Root() node: NodeRecord,
    @Ctx() { scope }: GraphContext,
  ): MaybePromise<NodeVersionRecord | undefined> | null {
    return node.latestVersionId === null ? null : scope.loaders.version(node.latestVersionId);
  }

  @FieldResolver(() => Boolean, { description: 'Whether the viewer may change it.' })
  @Asks('public')
  async viewerCanEdit(@Root() node: NodeRecord, @Ctx() { scope }: GraphContext): Promise<boolean> {
    const standing = await scope.loaders.standing.load(node.publisherId);
    return standing !== undefined && can(await scope.reader(), 'node.update', { ...standing, nodeStatus: node.status });
  }

  @FieldResolver(() => NodeVersionConnection, { description: 'Its versions, highest first.' })
  @Asks('public')
  @Cacheable('tracked')
  versions(
    @Root() node: NodeRecord,
    @Ctx() { scope }: GraphContext,
    @Arg('first', () => Int, { nullable: true, defaultValue: 10, description: 'How many, 1 to 100.' })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'The cursor to go on after.' }) after?: string | null,
    @Arg('statuses', () => [NodeVersionStatusEnum], {
      nullable: true,
      description: 'Only versions in these states; Active ones where not said.',
    })
    statuses?: NodeVersionStatus[] | null,
  ): MaybePromise<Connection<NodeVersionRecord>> {
    const asked = firstVersions({ first, after, statuses });
    return whenThere(scope.loaders.versions(node.id, asked), (slice) =>
      toConnection(slice, after ?? undefined, versionCursor, () => scope.loaders.versionCount(node.id, asked.statuses)),
    );
  }

  @FieldResolver(() => CoreNodeConnection, { description: 'The core-node definitions of its latest version, by name.' })
  @Asks('public')
  @Cacheable('tracked')
  coreNodes(
    @Root() node: NodeRecord,
    @Ctx() context: GraphContext,
    @Arg('first', () => Int, { nullable: true, defaultValue: 10, description: 'How many, 1 to 100.' })
    first: number | null,
    @Arg('after', () => String, { nullable: true, description: 'The cursor to go on after.' }) after?: string | null,
  ): MaybePromise<Connection<CoreNodeRecord>> {
    return coreNodesOf(node.latestVersionId, first, after, context);
  }

  @FieldResolver(() => [NodeTranslation], { description: 'What is said of it in other languages.' })
  @Asks('public')
  @Cacheable('revision')
  async translations(
    @Root() node: NodeRecord,
    @Ctx() { scope }: GraphContext,
    @Arg('languages', () => [String], { nullable: true, description: 'Only in these languages, as tags of BCP 47.' })
    languages?: string[] | null,
  ): Promise<readonly TranslationRecord[]> {
    const all = await scope.loaders.translations.load(node.id);
    if (!languages) return all;
    const wanted = new Set(languages.map((language) => canonicalLanguage(language) ?? language));
    return all.filter(({ language }) => wanted.has(language));
  }

  @FieldResolver(() => [DailyDownloads], {
    description: 'How often it was downloaded, by day and version, oldest first.',
  })
  @Asks('node.read')
  async downloadStatistics(
    @Root() node: NodeRecord,
    @Ctx() { scope }: GraphContext,
    @Arg('from', () => String, {
      nullable: true,
      description: 'The first day, such as 2026-01-31; 30 days before the last where not said.',
    })
    from?: string | null,
    @Arg('to', () => String, { nullable: true, description: 'The last day; today (UTC) where not said.' })
    to?: string | null,
  ): Promise<DailyDownloads[]> {
    const question = parseInput(days, { from: from ?? undefined, to: to ?? undefined });
    return scope.services.installs.statistics(await scope.reader(), node.id, question.from, question.to);
  }
}
