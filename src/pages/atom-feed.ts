import type { PageContext, PageResponse } from './page-response.js';
import { xmlText } from './xml.js';

interface Version {
  readonly id: string;
  readonly version: string;
  readonly changelog: string;
  readonly createdAt: string;
  readonly node: { readonly id: string; readonly name: string; readonly publisher: { readonly name: string } } | null;
}

const VERSION = `id version changelog createdAt node { id name publisher { name } }`;
const NEWEST = `query FeedOfVersions { nodeVersions(limit: 50) { nodes { ${VERSION} } } }`;
const OF_PUBLISHER = `query FeedOfPublisher($id: ID!) {
  publisher(id: $id) { id name nodes(first: 50) { nodes { versions(first: 5) { nodes { ${VERSION} } } } } }
}`;
const ENTRIES_MAX = 50;
const CHANGELOG_MAX = 2000;

interface OfPublisher {
  readonly publisher: {
    readonly id: string;
    readonly name: string;
    readonly nodes: { readonly nodes: readonly { readonly versions: { readonly nodes: readonly Version[] } }[] };
  } | null;
}

/** An Atom feed of new versions, of all publishers or one. */
export async function atomFeed({ ask, origin }: PageContext, part: string | undefined): Promise<PageResponse> {
  if (part === undefined) {
    const { data } = await ask(NEWEST, {});
    const { nodes } = (data as { nodeVersions: { nodes: readonly Version[] } }).nodeVersions;
    return feed('New versions', `${origin}/feed.atom`, nodes, origin);
  }
  const { data } = await ask(OF_PUBLISHER, { id: decodeURIComponent(part) });
  const { publisher } = data as OfPublisher;
  if (!publisher) return { status: 404, type: 'text/plain; charset=utf-8', text: 'This publisher does not exist.\n' };
  const versions = publisher.nodes.nodes
    .flatMap((node) => node.versions.nodes)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id))
    .slice(0, ENTRIES_MAX);
  const address = `${origin}/publisher/${encodeURIComponent(publisher.id)}/feed.atom`;
  return feed(`New versions by ${publisher.name || publisher.id}`, address, versions, origin);
}

function feed(title: string, address: string, versions: readonly Version[], origin: string): PageResponse {
  const updated = versions[0]?.createdAt ?? '1970-01-01T00:00:00.000Z';
  const text = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${xmlText(title)}</title>
<id>${xmlText(address)}</id>
<link rel="self" href="${xmlText(address)}"/>
<updated>${xmlText(updated)}</updated>
${versions.map((version) => entry(version, origin)).join('')}</feed>
`;
  return { status: 200, type: 'application/atom+xml; charset=utf-8', text };
}

function entry({ id, version, changelog, createdAt, node }: Version, origin: string): string {
  if (!node) return '';
  return `<entry>
<title>${xmlText(`${node.name || node.id} ${version}`)}</title>
<id>urn:uuid:${xmlText(id)}</id>
<link href="${xmlText(`${origin}/node/${encodeURIComponent(node.id)}`)}"/>
<updated>${xmlText(createdAt)}</updated>
<author><name>${xmlText(node.publisher.name || 'unknown')}</name></author>
<summary>${xmlText(changelog.slice(0, CHANGELOG_MAX))}</summary>
</entry>
`;
}
