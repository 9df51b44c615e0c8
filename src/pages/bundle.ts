import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReadSet } from '../catalogue/read-set.js';
import type { Scope } from '../request/scope.js';

/** The response to a GraphQL request of the web pages. */
export interface PageData {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
  /** The records that the data depends on; `undefined` if they were not tracked. */
  readonly reads?: ReadSet | undefined;
}

/** Executes a GraphQL request of the pages as an anonymous caller. */
export type Ask = (scope: Scope, query: string, variables: Record<string, unknown>) => Promise<PageData>;

/** The exports of `web/src/server.tsx`, which renders the pages on the server. */
interface Renderer {
  renderPage(input: {
    readonly url: string;
    readonly origin: string;
    readonly assets: Assets;
    readonly ask: (query: string, variables: Record<string, unknown>) => Promise<PageData>;
  }): Promise<{ readonly status: 200 | 404; readonly html: string }>;
}

/** URLs of the client script and the style sheets of the pages. */
export interface Assets {
  readonly script: string;
  readonly styles: readonly string[];
}

/** A script or style sheet of the pages. Its name contains a hash of its content, so it can be cached forever. */
export interface AssetFile {
  readonly path: string;
  readonly type: string;
  readonly content: string;
}

/** Media types by file extension. */
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

// This module runs from `dist/src/pages/` only, in tests too. The built pages are in `dist/web/`.
const FOLDER = new URL('../../web/', import.meta.url);

/** The renderer of the pages and the files that they load. */
export interface PageBundle extends Renderer {
  readonly assets: Assets;
  readonly files: readonly AssetFile[];
}

/**
 * Loads the pages from the build.
 * @throws Error if the build has no pages
 */
export async function loadPageBundle(): Promise<PageBundle> {
  const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
  const manifest = JSON.parse(read('client/.vite/manifest.json')) as Record<
    string,
    { readonly file: string; readonly css?: readonly string[] }
  >;
  const entry = manifest['src/client.tsx']!;
  const files = readdirSync(fileURLToPath(new URL('client/assets/', FOLDER))).map((name) => ({
    path: `/assets/${name}`,
    type: TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    content: read(`client/assets/${name}`),
  }));
  const { renderPage } = (await import(new URL('server/server.js', FOLDER).href)) as Renderer;
  return {
    renderPage,
    assets: { script: `/${entry.file}`, styles: (entry.css ?? []).map((file) => `/${file}`) },
    files,
  };
}
