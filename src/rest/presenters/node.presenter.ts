import {
  type NodeRecord,
  type NodeVersionRecord,
  type PublisherRecord,
  totalPages,
  type TranslationRecord,
} from '../../catalogue/records.js';
import type { FragmentPage } from '../../catalogue/catalogue.js';
import type { NodeShape } from '../../catalogue/node-shape.js';
import type { Loaders } from '../../loaders/loaders.js';
import { ListText } from '../../values/list-text.js';
import { JsonText } from '../json-text.js';
import { compact } from '../wire.js';
import { presentPublisher } from './publisher.presenter.js';
import { presentVersion } from './version.presenter.js';

/** A node under its wire names, without the records nested in it. */
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

/** A node under its wire names, with its publisher and latest version nested. */
export async function presentNode(node: NodeRecord, loaders: Loaders) {
  const [publisher, latest] = await Promise.all([
    loaders.publisher(node.publisherId),
    node.latestVersionId === null ? undefined : loaders.version(node.latestVersionId),
  ]);
  return withNested(node, publisher, latest);
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

/** Which page of a list, and how many items it has at most. */
interface PageNumber {
  readonly page: number;
  readonly limit: number;
}

/** The shape of nodes in lists: a node under its wire names, with its publisher and latest version nested. */
export const listedNode: NodeShape = {
  selection: {},
  write: ({ node, publisher, latest }) => JSON.stringify(withNested(node, publisher, latest)),
};

/** Nodes that were written by `listedNode`. */
export const presentNodes = ({ fragments }: FragmentPage): JsonText => new JsonText(ListText.of('[', fragments, ']'));

/** A page of nodes that were written by `listedNode`, in the list envelope. */
export function presentNodePage({ fragments, total }: FragmentPage, { page, limit }: PageNumber): JsonText {
  const after = `],"page":${page},"limit":${limit},"total":${total},"totalPages":${totalPages({ total, limit })}}`;
  return new JsonText(ListText.of('{"nodes":[', fragments, after));
}
