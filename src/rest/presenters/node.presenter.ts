import {
  type Listing,
  type NodeRecord,
  type NodeVersionRecord,
  type PublisherRecord,
  totalPages,
  type TranslationRecord,
} from '../../catalogue/records.js';
import type { NodeShape } from '../../catalogue/node-shape.js';
import type { Loaders } from '../../loaders/loaders.js';
import type { ShownTranslations } from '../../services/community-translations.js';
import { type ListItem, ListText } from '../../values/list-text.js';
import { JsonText } from '../json-text.js';
import { node as schema } from '../schemas/node.schema.js';
import { presenterOf } from '../wire.js';
import { fittingPage } from './list.presenter.js';
import { presentPublisher } from './publisher.presenter.js';
import { presentVersion } from './version.presenter.js';

/** Presents a node under its wire names, without the records nested in it. */
export const presentPlainNode = presenterOf(
  schema.omit({ latest_version: true, publisher: true, translations: true, community_translations: true }),
);

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

const byLanguage = (translations: readonly TranslationRecord[]): Record<string, object> =>
  Object.fromEntries(translations.map(({ language, fields }) => [language, fields]));

/** Presents the translations of a node by language, community translations separately. */
export const presentTranslations = ({ translations, communityTranslations }: ShownTranslations) => ({
  translations: byLanguage(translations),
  community_translations: byLanguage(communityTranslations),
});

/** The number and the size of a page. */
interface PageNumber {
  readonly page: number;
  readonly limit: number;
}

/** The shape of nodes in lists: a node under its wire names, with its publisher and latest version nested. */
export const listedNode: NodeShape = {
  selection: {},
  write: ({ node, publisher, latest }) => JSON.stringify(withNested(node, publisher, latest)),
};

/**
 * Presents a page of nodes, whose JSON `listedNode` has written. A page that is too large for one response is
 * shortened.
 */
export function presentNodePage(found: Listing<ListItem>, { page, limit: asked }: PageNumber): JsonText {
  const { total } = found;
  const { items, limit } = fittingPage(found.items, asked);
  const after = `],"page":${page},"limit":${limit},"total":${total},"totalPages":${totalPages({ total, limit })}}`;
  return new JsonText(ListText.of('{"nodes":[', items, after));
}
