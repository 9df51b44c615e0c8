import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReadSet } from '../catalogue/read-set.js';
import type { Scope } from '../request/scope.js';

/** A GraphQL response to the pages. */
export interface PageData {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[];
  /** The dependencies of the data, if they were tracked. */
  readonly reads?: ReadSet | undefined;
}

/** Answers a GraphQL request of the pages, as an anonymous caller gets it. */
export type Ask = (scope: Scope, query: string, variables: Record<string, unknown>) => Promise<PageData>;

/** What `web/src/server.tsx` exports. */
interface Renderer {
  renderPage(input: {
    readonly url: string;
    readonly origin: string;
    readonly assets: Assets;
    readonly ask: (query: string, variables: Record<string, unknown>) => Promise<PageData>;
  }): Promise<{ readonly status: 200 | 404; readonly html: string }>;
}

/** URLs of the program of the pages and of its style sheets. */
export interface Assets {
  readonly script: string;
  readonly styles: readonly string[];
}

/** A file that the pages load. Its name contains a hash of its content. */
export interface AssetFile {
  readonly path: string;
  readonly type: string;
  readonly content: string;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

// Tests run the sources; the pages are only in the build.
const built = new URL('../../web/', import.meta.url);
const FOLDER = existsSync(built) ? built : new URL('../../dist/web/', import.meta.url);

/** The built pages. */
export interface PageBundle extends Renderer {
  readonly assets: Assets;
  readonly files: readonly AssetFile[];
}

/**
 * Loads the built pages.
 * @throws Error if they were not built
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
