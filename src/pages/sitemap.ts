import type { PageContext, PageResponse } from './page-response.js';
import { xmlText } from './xml.js';

const NODES = `query NodesOfSitemap($page: Int!) {
  nodes(page: $page, limit: 100) { totalPages nodes { id updatedAt } }
}`;
/** Pages of the node list in one sitemap. */
const PAGES_PER_SITEMAP = 50;

interface NodeList {
  readonly nodes: {
    readonly totalPages: number;
    readonly nodes: readonly { readonly id: string; readonly updatedAt: string }[];
  };
}

const XML = 'application/xml; charset=utf-8';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A sitemap of 5,000 nodes (`?part=1`, …), or the index of these sitemaps. */
export async function sitemap({ url, ask, origin }: PageContext): Promise<PageResponse> {
  const read = async (page: number): Promise<NodeList['nodes']> =>
    ((await ask(NODES, { page })).data as NodeList).nodes;
  const part = Number(new URLSearchParams(url.split('?')[1] ?? '').get('part') ?? 0);
  const { totalPages } = await read(1);
  const parts = Math.max(1, Math.ceil(totalPages / PAGES_PER_SITEMAP));
  if (!Number.isInteger(part) || part < 1 || part > parts) return index(parts, origin);
  const urls = part === 1 ? [`<url><loc>${xmlText(`${origin}/`)}</loc></url>`] : [];
  const last = Math.min(totalPages, part * PAGES_PER_SITEMAP);
  for (let page = (part - 1) * PAGES_PER_SITEMAP + 1; page <= last; page++)
    for (const { id, updatedAt } of (await read(page)).nodes)
      urls.push(
        `<url><loc>${xmlText(`${origin}/node/${encodeURIComponent(id)}`)}</loc><lastmod>${updatedAt}</lastmod></url>`,
      );
  return {
    status: 200,
    type: XML,
    text: `<?xml version="1.0"?>\n<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`,
  };
}

function index(parts: number, origin: string): PageResponse {
  const maps = Array.from(
    { length: parts },
    (_, at) => `<sitemap><loc>${xmlText(`${origin}/sitemap.xml?part=${at + 1}`)}</loc></sitemap>`,
  );
  return {
    status: 200,
    type: XML,
    text: `<?xml version="1.0"?>\n<sitemapindex ${NAMESPACE}>\n${maps.join('\n')}\n</sitemapindex>\n`,
  };
}

/** Tells crawlers where the sitemap is, and what is not worth crawling. */
export const robots = async ({ origin }: PageContext): Promise<PageResponse> => ({
  status: 200,
  type: 'text/plain; charset=utf-8',
  text: `User-agent: *\nDisallow: /graphql\nDisallow: /*?search=\nSitemap: ${origin}/sitemap.xml\n`,
});
