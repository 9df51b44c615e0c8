import {
  type NodeRecord,
  type NodeVersionRecord,
  type Page,
  type PublisherRecord,
  totalPages,
  type TranslationRecord,
} from '../../catalogue/records.js';
import type { Loaders } from '../../loaders/loaders.js';
import { ListText, within } from '../../values/list-text.js';
import { allThere, type MaybePromise, whenThere } from '../../values/maybe-promise.js';
import { JsonText } from '../json-text.js';
import { compact } from '../wire.js';
import { presentPublisher } from './publisher.presenter.js';
import { presentVersion } from './version.presenter.js';

/** A node under its wire names, without what is nested in it. */
export function presentPlainNode(node: NodeRecord) {
  return compact({
    id: node.id,
    name: node.name,
    description: node.description,
    author: node.author,
    license: node.license,
    icon: node.icon,
    banner_url: node.bannerUrl,
    repository: node.repository,
    category: node.category,
    tags: node.tags,
    tags_admin: node.tagsAdmin,
    downloads: node.downloads,
    repo_host_stars: node.repoHostStars,
    rating: node.rating,
    search_ranking: node.searchRanking,
    status: node.status,
    status_detail: node.statusDetail,
    created_at: node.createdAt,
    preempted_core_node_names: node.preemptedCoreNodeNames,
    supported_accelerators: node.supportedAccelerators,
    supported_coreui_frontend_version: node.supportedCoreuiFrontendVersion,
    supported_coreui_version: node.supportedCoreuiVersion,
    supported_os: node.supportedOs,
  });
}

function withNested(node: NodeRecord, publisher: PublisherRecord | undefined, latest: NodeVersionRecord | undefined) {
  return {
    ...presentPlainNode(node),
    latest_version: latest && presentVersion(latest),
    publisher: publisher && presentPublisher(publisher),
  };
}

/** What is nested in a node. */
function nestedIn(
  node: NodeRecord,
  loaders: Loaders,
): MaybePromise<readonly [PublisherRecord | undefined, NodeVersionRecord | undefined]> {
  const publisher = loaders.publisher(node.publisherId);
  const latest = node.latestVersionId === null ? undefined : loaders.version(node.latestVersionId);
  return publisher instanceof Promise || latest instanceof Promise
    ? Promise.all([publisher, latest])
    : [publisher, latest];
}

/** A node under its wire names, with its publisher and latest version nested. */
export async function presentNode(node: NodeRecord, loaders: Loaders) {
  const [publisher, latest] = await nestedIn(node, loaders);
  return withNested(node, publisher, latest);
}

/** What was serialized last of a node, and what was nested in it then. */
const texts = new WeakMap<
  NodeRecord,
  {
    readonly publisher: PublisherRecord | undefined;
    readonly latest: NodeVersionRecord | undefined;
    readonly text: string;
  }
>();

/** The same as text, made once for these very records. */
function nodeText(
  node: NodeRecord,
  publisher: PublisherRecord | undefined,
  latest: NodeVersionRecord | undefined,
): string {
  const known = texts.get(node);
  if (known?.publisher === publisher && known?.latest === latest && known !== undefined) return known.text;
  const text = JSON.stringify(withNested(node, publisher, latest));
  texts.set(node, { publisher, latest, text });
  return text;
}

/**
 * The translations of a node by language, for REST: where both wrote into one language, the publisher's text stands
 * before the community's, field by field.
 */
export function presentTranslations(translations: readonly TranslationRecord[]): Record<string, object> {
  const merged: Record<string, object> = {};
  // The publisher's come first in their order, so they are spread last.
  for (const { language, fields } of translations) merged[language] = { ...fields, ...merged[language] };
  return merged;
}

/** Nodes, each with its publisher and latest version nested. */
export function presentNodes(nodes: readonly NodeRecord[], loaders: Loaders): MaybePromise<JsonText> {
  // What is for one request alone is never asked for again.
  const textOf = loaders.isPastCaches
    ? (...parts: Parameters<typeof withNested>) => JSON.stringify(withNested(...parts))
    : nodeText;
  const texts = allThere(
    nodes.map((node) => whenThere(nestedIn(node, loaders), ([publisher, latest]) => textOf(node, publisher, latest))),
  );
  return whenThere(texts, (all) => new JsonText(new ListText('[', all, ']')));
}

/** A page of nodes in the list envelope. */
export function presentNodePage(page: Page<NodeRecord>, loaders: Loaders): MaybePromise<JsonText> {
  return whenThere(
    presentNodes(page.items, loaders),
    ({ text }) =>
      new JsonText(
        within(
          '{"nodes":',
          text,
          `,"page":${page.page},"limit":${page.limit},"total":${page.total},"totalPages":${totalPages(page)}}`,
        ),
      ),
  );
}
