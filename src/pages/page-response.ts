import type { PageData } from './bundle.js';

/** A response of the pages. */
export interface PageResponse {
  readonly status: 200 | 404;
  readonly type: string;
  readonly text: string;
}

/** The dependencies of the functions that render pages. */
export interface PageContext {
  /** Path and query. */
  readonly url: string;
  /** Public address of the registry, without a slash at its end. */
  readonly origin: string;
  readonly ask: (query: string, variables: Record<string, unknown>) => Promise<PageData>;
}
