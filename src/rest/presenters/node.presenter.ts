import { type NodeRecord, type Page, totalPages, type TranslationRecord } from '../../catalogue/records.js';
import type { Loaders } from '../../loaders/loaders.js';
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

/** A node under its wire names, with its publisher and latest version nested. */
export async function presentNode(node: NodeRecord, loaders: Loaders) {
  const [publisher, latest] = await Promise.all([
    loaders.publisher.load(node.publisherId),
    node.latestVersionId === null ? undefined : loaders.version.load(node.latestVersionId),
  ]);
  return compact({ ...presentPlainNode(node), latest_version: latest && presentVersion(latest), publisher: publisher && presentPublisher(publisher) });
}

/**
 * The translations of a node by language, for REST: where both wrote into one language, the publisher's text stands before the
 * community's, field by field.
 */
export function presentTranslations(translations: readonly TranslationRecord[]): Record<string, object> {
  const merged: Record<string, object> = {};
  // The publisher's come first in their order, so they are spread last.
  for (const { language, fields } of translations) merged[language] = { ...fields, ...merged[language] };
  return merged;
}

/** A page of nodes in the list envelope. */
export async function presentNodePage(page: Page<NodeRecord>, loaders: Loaders) {
  const nodes = await Promise.all(page.items.map((node) => presentNode(node, loaders)));
  return { nodes, page: page.page, limit: page.limit, total: page.total, totalPages: totalPages(page) };
}
