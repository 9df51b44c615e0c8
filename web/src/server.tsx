import { Client, type Exchange, makeResult, Provider, ssrExchange, stringifyDocument } from '@urql/preact';
import { render } from 'preact-render-to-string';
import { filter, fromPromise, mergeMap, pipe } from 'wonka';
import { App } from './app';
import { headOf, type Head } from './head';
import { renderMarkdown } from './markdown';
import { setMarkdown } from './markdown-source';
import { StaticNavigation } from './navigation';
import { requestOf, routeOf } from './routes';

/** A GraphQL response. */
export interface GraphResponse {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: unknown }[];
}

/** The input for rendering a page. */
export interface PageInput {
  /** Path and query. */
  readonly url: string;
  /** Public URL of the registry, without a trailing slash. */
  readonly origin: string;
  /** URLs of the page's program and its style sheets. */
  readonly assets: { readonly script: string; readonly styles: readonly string[] };
  /** Executes a GraphQL request in this process. */
  readonly ask: (query: string, variables: Record<string, unknown>) => Promise<GraphResponse>;
}

/** A rendered page. */
export interface RenderedPage {
  readonly status: 200 | 404;
  readonly html: string;
}

setMarkdown(renderMarkdown);

const askExchange =
  (ask: PageInput['ask']): Exchange =>
  () =>
  (operations) =>
    pipe(
      operations,
      filter(({ kind }) => kind === 'query'),
      mergeMap((operation) =>
        fromPromise(
          ask(stringifyDocument(operation.query), operation.variables as Record<string, unknown>).then((response) =>
            makeResult(operation, { data: response.data ?? null, errors: response.errors } as never),
          ),
        ),
      ),
    );

/** Renders a page, with the data of its GraphQL request, to an HTML document. */
export async function renderPage({ url, origin, assets, ask }: PageInput): Promise<RenderedPage> {
  const route = routeOf(url);
  const request = requestOf(route);
  const ssr = ssrExchange({ isClient: false });
  const client = new Client({ url: `${origin}/graphql`, exchanges: [ssr, askExchange(ask)] });
  const result = request && (await client.query(request.query, request.variables).toPromise());
  const isMissing =
    route.page === 'missing' ||
    (route.page === 'node' && !result?.data?.node) ||
    (route.page === 'publisher' && !result?.data?.publisher);
  const body = render(
    <Provider value={client}>
      <StaticNavigation url={url}>
        <App origin={origin} />
      </StaticNavigation>
    </Provider>,
  );
  const html = documentOf(headOf(route, result?.data, origin), body, ssr.extractData(), { origin, assets });
  return { status: isMissing ? 404 : 200, html };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** Serializes JSON for a script element. Escapes `<`, so that no string can end the element. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

function documentOf(
  head: Head,
  body: string,
  state: unknown,
  { origin, assets }: Pick<PageInput, 'origin' | 'assets'>,
): string {
  const url = escaped(origin + head.path);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(head.title)}</title>
<meta name="description" content="${escaped(head.description)}">
${head.isIndexed ? `<link rel="canonical" href="${url}">` : '<meta name="robots" content="noindex">'}
<meta property="og:type" content="website">
<meta property="og:title" content="${escaped(head.title)}">
<meta property="og:description" content="${escaped(head.description)}">
<meta property="og:url" content="${url}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="alternate" type="application/atom+xml" title="New versions" href="/feed.atom">
${assets.styles.map((href) => `<link rel="stylesheet" href="${escaped(href)}">`).join('\n')}
<script type="module" src="${escaped(assets.script)}"></script>
${head.data ? `<script type="application/ld+json">${embedded(head.data)}</script>` : ''}
</head>
<body>
<div id="app">${body}</div>
<script type="application/json" id="state">${embedded(state)}</script>
</body>
</html>
`;
}
