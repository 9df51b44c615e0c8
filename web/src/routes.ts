import type { DocumentInput } from '@urql/preact';
import type { NodeFilter } from './graph/graphql';
import { CATALOGUE, NODE, PUBLISHER } from './queries';

/** Nodes per page of the catalogue. */
export const PAGE_SIZE = 24;

/** Orders of the catalogue, by their name in URLs. The default is best match, or most downloads without a search. */
export const ORDERS = {
  downloads: { label: 'Most downloads', order: { field: 'downloads', direction: 'desc' } },
  stars: { label: 'Most stars', order: { field: 'repo_host_stars', direction: 'desc' } },
  updated: { label: 'Recently updated', order: { field: 'updated_at', direction: 'desc' } },
  newest: { label: 'Newest', order: { field: 'created_at', direction: 'desc' } },
  name: { label: 'Name', order: { field: 'name', direction: 'asc' } },
} as const;

/** Name of an order in URLs. */
export type OrderName = keyof typeof ORDERS;

/** The state of the catalogue page, which is the query of its URL. */
export interface CatalogueState {
  readonly search: string;
  readonly os: string;
  readonly accelerator: string;
  readonly host: string;
  readonly tag: string;
  readonly publisher: string;
  readonly order: OrderName | '';
  readonly page: number;
}

/** The views of the moderators' pages, by their name in URLs. */
export const MODERATION_VIEWS = ['queue', 'users', 'bans', 'audit', 'jobs'] as const;

/** Name of a view of the moderators' pages. */
export type ModerationView = (typeof MODERATION_VIEWS)[number];

/** The views of the pages on which members manage a publisher, by their name in URLs. */
export const MANAGED_VIEWS = ['nodes', 'members', 'tokens', 'audit'] as const;

/** Name of a view of these pages. */
export type ManagedView = (typeof MANAGED_VIEWS)[number];

/** The page that a URL shows. */
export type Route =
  | { readonly page: 'catalogue'; readonly state: CatalogueState }
  | { readonly page: 'node'; readonly id: string }
  | { readonly page: 'publisher'; readonly id: string; readonly after: string | undefined }
  | { readonly page: 'resolve' }
  | { readonly page: 'account' }
  | { readonly page: 'manage'; readonly id: string; readonly view: ManagedView }
  | { readonly page: 'signIn'; readonly problem: string; readonly returnTo: string }
  | { readonly page: 'moderation'; readonly view: ModerationView; readonly subject: string }
  | { readonly page: 'missing' };

const SEARCH_MAX = 200;
const PAGE_MAX = 100_000;

function catalogueState(query: URLSearchParams): CatalogueState {
  const text = (name: string): string => (query.get(name) ?? '').slice(0, SEARCH_MAX);
  const order = text('order');
  const page = Number(query.get('page') ?? 1);
  return {
    search: text('search'),
    os: text('os'),
    accelerator: text('accelerator'),
    host: text('host'),
    tag: text('tag'),
    publisher: text('publisher'),
    order: Object.hasOwn(ORDERS, order) ? (order as OrderName) : '',
    page: Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1,
  };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Returns a path of this registry unchanged, and `/` for anything else, such as a URL of another host. */
const ownPath = (text: string | null): string => (text !== null && /^\/(?![/\\])/.test(text) ? text : '/');

/**
 * Parses the URL of a page.
 * @param url path and query
 */
export function routeOf(url: string): Route {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  if (path === '/') return { page: 'catalogue', state: catalogueState(query) };
  if (path === '/workflow') return { page: 'resolve' };
  if (path === '/account') return { page: 'account' };
  if (path === '/sign-in')
    return { page: 'signIn', problem: query.get('problem') ?? '', returnTo: ownPath(query.get('return')) };
  if (path === '/moderation' || path.startsWith('/moderation/')) {
    const view = MODERATION_VIEWS.find((name) => path === moderationUrl(name));
    return view === undefined ? { page: 'missing' } : { page: 'moderation', view, subject: query.get('id') ?? '' };
  }
  const [, kind, part, viewPart] = /^\/(node|publisher|account)\/([^/]{1,300})(?:\/([a-z]{1,20}))?$/.exec(path) ?? [];
  const id = part === undefined ? undefined : decoded(part);
  if (id === undefined) return { page: 'missing' };
  if (kind === 'account') {
    const view = viewPart === undefined ? 'nodes' : MANAGED_VIEWS.find((name) => name === viewPart && name !== 'nodes');
    return view === undefined ? { page: 'missing' } : { page: 'manage', id, view };
  }
  if (viewPart !== undefined) return { page: 'missing' };
  return kind === 'node' ? { page: 'node', id } : { page: 'publisher', id, after: query.get('after') ?? undefined };
}

/** Returns the URL of a state of the catalogue. Default values are left out. */
export function catalogueUrl(state: Partial<CatalogueState>): string {
  const query = new URLSearchParams();
  for (const name of ['search', 'os', 'accelerator', 'host', 'tag', 'publisher', 'order'] as const)
    if (state[name]) query.set(name, state[name]);
  if (state.page !== undefined && state.page > 1) query.set('page', String(state.page));
  const text = query.toString();
  return text === '' ? '/' : `/?${text}`;
}

/** Returns the URL of a node's page. */
export const nodeUrl = (id: string): string => `/node/${encodeURIComponent(id)}`;

/** Returns the URL of a publisher's page. */
export const publisherUrl = (id: string): string => `/publisher/${encodeURIComponent(id)}`;

/** Returns the URL of a page on which members manage a publisher. */
export const managedUrl = (id: string, view: ManagedView = 'nodes'): string =>
  `/account/${encodeURIComponent(id)}${view === 'nodes' ? '' : `/${view}`}`;

/** Returns the URL of a view of the moderators' pages. @param subject id of a node or publisher */
export const moderationUrl = (view: ModerationView, subject = ''): string =>
  `/moderation${view === 'queue' ? '' : `/${view}`}${subject === '' ? '' : `?id=${encodeURIComponent(subject)}`}`;

/** Converts a state of the catalogue to the variables of its document. */
export function catalogueVariables(state: CatalogueState) {
  const { search, os, accelerator, host, tag, publisher, order, page } = state;
  const filter: NodeFilter = {
    ...(os && { supportedOs: os }),
    ...(accelerator && { supportedAccelerator: accelerator }),
    ...(host && { coreuiVersion: host }),
    ...(tag && { tag }),
    ...(publisher && { publisherId: publisher }),
  };
  return { search: search || null, filter, orderBy: order ? [ORDERS[order].order] : null, page, limit: PAGE_SIZE };
}

/** Returns the GraphQL request that the server runs to render a page; `undefined` if the page needs none. */
export function requestOf(
  route: Route,
): { readonly query: DocumentInput; readonly variables: Record<string, unknown> } | undefined {
  switch (route.page) {
    case 'catalogue':
      return { query: CATALOGUE, variables: catalogueVariables(route.state) };
    case 'node':
      return { query: NODE, variables: { id: route.id } };
    case 'publisher':
      return { query: PUBLISHER, variables: { id: route.id, after: route.after ?? null } };
    default:
      return undefined;
  }
}
