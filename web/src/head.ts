import type { CatalogueQuery, NodePageQuery, PublisherPageQuery } from './graph/graphql';
import { type Route, nodeUrl, publisherUrl, catalogueUrl } from './routes';

/** The metadata of a page in its `<head>`, for browsers, search engines and link previews. */
export interface Head {
  readonly title: string;
  readonly description: string;
  /** Path of the canonical URL. */
  readonly path: string;
  /** Structured data (schema.org). */
  readonly data?: object;
  /** If false, the page has `noindex`, so that search engines do not list it. */
  readonly isIndexed: boolean;
}

const SITE = 'Extension Registry';
const DESCRIPTION_MAX = 200;

/** Converts a text to one line of at most DESCRIPTION_MAX characters. */
const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > DESCRIPTION_MAX ? `${line.slice(0, DESCRIPTION_MAX - 1)}…` : line;
};

/** Returns the metadata of a page, from the response to its GraphQL query. */
export function headOf(route: Route, data: unknown, origin: string): Head {
  switch (route.page) {
    case 'catalogue': {
      const { search, page } = route.state;
      const total = (data as CatalogueQuery | undefined)?.searchNodes?.total;
      return {
        title: `${search === '' ? 'Extension nodes' : `“${search}”`}${page > 1 ? `, page ${page}` : ''} · ${SITE}`,
        description: `Search ${total === undefined ? '' : `${total} `}extension nodes of the host application.`,
        path: catalogueUrl(route.state),
        isIndexed: search === '',
      };
    }
    case 'node':
      return nodeHead((data as NodePageQuery | undefined)?.node, origin);
    case 'publisher':
      return publisherHead((data as PublisherPageQuery | undefined)?.publisher);
    case 'resolve':
      return {
        title: `What do I install for this workflow? · ${SITE}`,
        description: 'Find the nodes that a workflow needs, their versions, and conflicts between them.',
        path: '/workflow',
        isIndexed: true,
      };
    case 'account':
    case 'manage':
      return { ...missing, title: `Your publishers · ${SITE}`, description: 'Publish and manage nodes.' };
    case 'signIn':
      return { ...missing, title: `Sign in · ${SITE}`, description: 'Sign in to the registry.' };
    case 'moderation':
      return { ...missing, title: `Moderation · ${SITE}`, description: 'Pages of the registry’s moderators.' };
    default:
      return missing;
  }
}

const missing: Head = {
  title: `Not found · ${SITE}`,
  description: 'This page does not exist.',
  path: '/',
  isIndexed: false,
};

function nodeHead(node: NodePageQuery['node'] | undefined, origin: string): Head {
  if (!node) return missing;
  const description = short(node.description) || `A node by ${node.publisher.name || node.publisher.id}.`;
  return {
    title: `${node.name || node.id} · ${SITE}`,
    description,
    path: nodeUrl(node.id),
    isIndexed: true,
    data: {
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: node.name || node.id,
      description,
      url: origin + nodeUrl(node.id),
      applicationCategory: 'MultimediaApplication',
      operatingSystem: node.supportedOs.join(', ') || 'all',
      ...(node.latestVersion && { softwareVersion: node.latestVersion.version }),
      author: { '@type': 'Organization', name: node.publisher.name || node.publisher.id },
      dateModified: node.updatedAt,
    },
  };
}

function publisherHead(publisher: PublisherPageQuery['publisher'] | undefined): Head {
  if (!publisher) return missing;
  return {
    title: `${publisher.name || publisher.id} · ${SITE}`,
    description: short(publisher.description ?? '') || `Nodes of ${publisher.name || publisher.id}.`,
    path: publisherUrl(publisher.id),
    isIndexed: true,
  };
}
