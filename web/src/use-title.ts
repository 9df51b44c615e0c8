import { useEffect } from 'preact/hooks';
import { headOf } from './head';
import type { Route } from './routes';

/**
 * Sets the title of the document when the page has loaded.
 * @param data the response to the page's request; pages without a request pass `null`
 */
export function useTitle(route: Route, data: object | null | undefined): void {
  const title = data === undefined ? undefined : headOf(route, data ?? undefined, '').title;
  useEffect(() => {
    if (title !== undefined) document.title = title;
  }, [title]);
}
