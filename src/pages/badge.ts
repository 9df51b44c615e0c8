import type { PageContext, PageResponse } from './page-response.js';
import { xmlText } from './xml.js';

const NODE = `query Badge($id: ID!) { node(id: $id) { latestVersion { version } } }`;
const CHARACTER = 6.6;
const PADDING = 12;
const VALUE_MAX = 40;

/** An image with the latest version of a node, for a README. */
export async function badge({ ask }: PageContext, part: string): Promise<PageResponse> {
  const { data } = await ask(NODE, { id: decodeURIComponent(part) });
  const { node } = data as { node: { readonly latestVersion: { readonly version: string } | null } | null };
  const value = node ? (node.latestVersion?.version ?? 'no version') : 'unknown node';
  return { status: node ? 200 : 404, type: 'image/svg+xml', text: drawn('registry', value.slice(0, VALUE_MAX)) };
}

function drawn(label: string, value: string): string {
  const left = Math.round(label.length * CHARACTER + PADDING);
  const right = Math.round(value.length * CHARACTER + PADDING);
  const text = (content: string, middle: number): string =>
    `<text x="${middle}" y="14" text-anchor="middle" textLength="${Math.round(content.length * CHARACTER)}">${xmlText(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${xmlText(`${label}: ${value}`)}">
<rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="#0a53be"/>
<g fill="#fff" font-family="Verdana,sans-serif" font-size="11">${text(label, left / 2)}${text(value, left + right / 2)}</g>
</svg>
`;
}
